import { SETTING_NAMES, variableOf } from '../../src/cli/settings/resolve.ts';
import { SETTINGS, type SettingName } from '../../src/config.ts';
import type { Setting } from '../../src/lib/settings.ts';
import { code, generatedFrom, table } from './markdown.ts';

/** docs/reference/configuration.md */
export function configurationPage(): string {
  const head = ['Setting', 'Variable', 'Default', 'Must be', 'What it does'];
  return `${INTRODUCTION}\n${table(head, SETTING_NAMES.map(settingRow))}`;
}

function settingRow(name: SettingName): string[] {
  const { defaultText, expected, help, secret }: Setting<unknown> = SETTINGS[name];
  const written = defaultText ? code(defaultText) : '';
  return [code(name), code(variableOf(name)), written, expected, secret ? `${help} Never shown.` : help];
}

const INTRODUCTION = `# Settings

${generatedFrom('src/config.ts')}

A setting comes from the first of these places that has it:

1. its flag: \`--port 9000\` or \`--port=9000\`;
2. its variable: \`BROADSHEET_PORT=9000\` (an empty variable counts as none);
3. the settings file, in TOML, with the setting's name as its key: \`port = 9000\`. It is the file that \`--config\` or
   \`BROADSHEET_CONFIG\` names, else \`broadsheet.toml\` in the directory where the program is started, when there is one.
   Lists may be written as TOML lists;
4. its default.

Everything is checked at the start, all mistakes are told at once, and a name that does not exist is a mistake too.
\`broadsheet config\` shows what is in force and where each came from, with secrets masked. Relative paths begin where
the program is started. Flags can be seen by other users of the machine, so secrets belong in the environment or in a
file that only you can read.

Durations are written as \`500ms\`, \`30s\`, \`15m\`, \`12h\` or \`7d\`, sizes as \`512B\`, \`64KiB\`, \`2MiB\` or \`1GiB\`.

Some settings need others: \`oidc-issuer\` needs \`oidc-client-id\`, and \`database-url\` needs \`secret\`.
`;
