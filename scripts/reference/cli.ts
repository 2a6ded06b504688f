import { COMMON_OPTIONS, type Command, type Options } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { code, generatedFrom, table } from './markdown.ts';

/** docs/reference/cli.md */
export function cliPage(): string {
  return [INTRODUCTION, optionTable(COMMON_OPTIONS), ...COMMANDS.map(section)].join('\n');
}

function section({ name, summary, usage, details, options }: Command): string {
  const forms = usage.map(form => `broadsheet ${form}\n`).join('');
  const parts = [`## ${name}`, summary, `\`\`\`\n${forms}\`\`\``, ...details].map(part => `${part}\n`);
  return [...parts, ...(Object.keys(options).length > 0 ? [optionTable(options)] : [])].join('\n');
}

function optionTable(options: Options): string {
  const rows = Object.entries(options).map(([name, option]) => [
    code(option.kind === 'switch' ? `--${name}` : `--${name} ${option.placeholder}`),
    option.help,
  ]);
  return table(['Option', 'What it does'], rows);
}

const INTRODUCTION = `# Commands

${generatedFrom('src/cli/commands')}

\`broadsheet COMMAND [OPTIONS]\`, or from a checkout \`npx broadsheet COMMAND\`; \`npm start\` is \`broadsheet up\`.
\`broadsheet help COMMAND\` and \`broadsheet COMMAND --help\` show the help below, and \`broadsheet --version\` the version.

Results go to standard output; progress, logs and errors go to standard error. Long commands show their progress on one
line of a terminal, and as plain lines elsewhere. Colours are only used on a terminal, and not when \`NO_COLOR\` is set.

The exit code is 0 on success, 1 on failure, and 2 for wrong arguments or settings. With \`--log-level debug\`, errors
include a stack trace.

Every command accepts every [setting](configuration.md) as a flag, and these options:
`;
