import type { SettingName } from '../../config.ts';
import { command } from '../command.ts';
import { table } from '../layout.ts';
import { shownValue } from '../settings/mask.ts';
import { type ResolvedSettings, SETTING_NAMES, type SettingOrigin } from '../settings/resolve.ts';
import type { Output } from '../terminal.ts';

/** RUN-4: the effective settings and their origins. */
export const config = command({
  name: 'config',
  summary: 'Show the effective settings and where each comes from; secrets are masked.',
  usage: ['config [--json]'],
  details: [
    'Each setting comes from its flag (--port 8080 or --port=8080), its variable (BROADSHEET_PORT), the settings file or its default, in this order. The settings file is TOML with the names of the settings as keys: the file that --config or BROADSHEET_CONFIG names, otherwise ./broadsheet.toml if it exists.',
  ],
  words: [0, 0],
  options: { json: { kind: 'switch', help: 'Print JSON.' } },
  listsSettings: true,
  async run({ options, settings, terminal: { out } }) {
    const resolved = settings();
    out.write(options.json ? asJson(resolved) : asTable(resolved, out));
    return 0;
  },
});

function asTable(resolved: ResolvedSettings, { paint }: Output): string {
  const rows = shownSettings(resolved);
  const lines = table(rows.map(({ name, value, origin }) => [name, value || '-', origin.where])).split('\n');
  // Coloured at the end: colour codes would break the column widths.
  const text = lines.map((line, index) => (isDefault(rows[index]) ? paint('dim', line) : line)).join('\n');
  return resolved.file === null ? text : `${text}\nFile: ${resolved.file.shownPath}\n`;
}

function asJson(resolved: ResolvedSettings): string {
  return `${JSON.stringify({ file: resolved.file?.path ?? null, settings: shownSettings(resolved) }, null, 2)}\n`;
}

function shownSettings({ origins, texts }: ResolvedSettings): ShownSetting[] {
  return SETTING_NAMES.map(name => {
    const text = texts.get(name);
    return {
      name,
      value: text === undefined ? null : shownValue(name, text),
      origin: origins.get(name) ?? { kind: 'default', where: 'default' },
    };
  });
}

function isDefault(shown: ShownSetting | undefined): boolean {
  return shown?.origin.kind === 'default';
}

interface ShownSetting {
  name: SettingName;
  value: string | null;
  origin: SettingOrigin;
}
