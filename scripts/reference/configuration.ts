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

The value of a setting comes from the first of these that has one:

1. its flag: \`--port 9000\` or \`--port=9000\`;
2. its variable: \`BROADSHEET_PORT=9000\` (an empty variable counts as none);
3. the settings file, in TOML, with the setting's name as the key: \`port = 9000\`. It is the file that \`--config\` or
   \`BROADSHEET_CONFIG\` names, else \`broadsheet.toml\` in the directory where the program is started, when there is one.
   Lists may be written as TOML lists;
4. its default.

Startup checks all settings and reports all errors together; an unknown name is an error too.
\`broadsheet config\` shows the effective values and their origins, with secrets masked. Relative paths are resolved in
the directory where the program is started. Other users of the machine can see flags, so put secrets into the environment
or into a file that only you can read.

Durations are written as \`500ms\`, \`30s\`, \`15m\`, \`12h\` or \`7d\`, sizes as \`512B\`, \`64KiB\`, \`2MiB\` or \`1GiB\`.

Some settings need others: \`oidc-issuer\` needs \`oidc-client-id\`, and \`database-url\` needs \`secret\`.
`;
