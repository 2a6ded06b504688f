import { SETTINGS } from '../config.ts';
import type { Setting } from '../lib/settings.ts';
import { VERSION } from '../version.ts';
import { COMMON_OPTIONS, type Command, type Options } from './command.ts';
import { definitions, wrap } from './layout.ts';
import { SETTING_NAMES } from './settings/resolve.ts';
import type { Output } from './terminal.ts';

/** The output of `broadsheet help`, and of `broadsheet` without a command. */
export function overview(commands: readonly Command[], output: Output): string {
  const { paint } = output;
  const width = widthOf(output);
  return [
    `${paint('bold', 'Broadsheet')} ${VERSION}\n`,
    heading('Usage', output),
    '  broadsheet COMMAND [OPTIONS]\n',
    heading('Commands', output),
    definitions(
      commands.map(({ name, summary }) => [name, summary]),
      { width },
    ),
    heading('Options', output),
    definitions([...optionItems(COMMON_OPTIONS), ['--version', 'Show the version.']], { width }),
    `\n${wrap('`broadsheet help COMMAND` shows more. Every setting is a flag of every command; `broadsheet help config` lists them.', width).join('\n')}\n`,
  ].join('');
}

/** The help page of one command. */
export function commandHelp(command: Command, output: Output): string {
  const width = widthOf(output);
  const paragraphs = command.details.map(paragraph => `\n${wrap(paragraph, width).join('\n')}\n`);
  return [
    `${output.paint('bold', `broadsheet ${command.name}`)}: ${command.summary}\n`,
    heading('Usage', output),
    command.usage.map(form => `  broadsheet ${form}\n`).join(''),
    ...paragraphs,
    heading('Options', output),
    definitions([...optionItems(command.options), ...optionItems(COMMON_OPTIONS)], { width }),
    settingsHelp(command, output),
  ].join('');
}

function settingsHelp(command: Command, output: Output): string {
  const hint = 'A setting may also come from a variable (BROADSHEET_PORT) or from the settings file.';
  if (command.listsSettings)
    return [
      heading('Settings', output),
      definitions(settingItems(), { width: widthOf(output) }),
      `\n${hint}\n`,
    ].join('');
  return '\nEvery setting is a flag here as well; `broadsheet help config` lists them.\n';
}

function settingItems(): [string, string][] {
  return SETTING_NAMES.map(name => {
    const { help, defaultText }: Setting<unknown> = SETTINGS[name];
    const byDefault = defaultText ? ` [${defaultText}]` : '';
    return [`--${name}`, `${help.replaceAll('`', '')}${byDefault}`];
  });
}

function optionItems(options: Options): [string, string][] {
  return Object.entries(options).map(([name, option]) => [
    option.kind === 'switch' ? `--${name}` : `--${name} ${option.placeholder}`,
    option.help,
  ]);
}

function heading(title: string, { paint }: Output): string {
  return `\n${paint('bold', title)}\n`;
}

/** Longer lines are hard to read, however wide the window. */
function widthOf({ columns }: Output): number {
  return Math.max(60, Math.min(columns, 100));
}
