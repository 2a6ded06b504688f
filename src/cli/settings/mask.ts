import { SETTINGS, type SettingName } from '../../config.ts';
import type { Setting } from '../../lib/settings.ts';
import { printable } from '../terminal.ts';

/**
 * The value of a setting for display. In a secret address only the password is hidden, because people need to see which
 * server it is.
 */
export function shownValue(name: SettingName, text: string): string {
  const { secret }: Setting<unknown> = SETTINGS[name];
  if (secret && !name.endsWith('-url')) return MASK;
  return printable(hidePasswords(text));
}

/** A rejected value has an unknown format: of a secret only the length is shown. */
export function shownWrongValue(name: SettingName, text: string): string {
  const { secret }: Setting<unknown> = SETTINGS[name];
  if (secret) return `${text.length} hidden character${text.length === 1 ? '' : 's'}`;
  const safe = printable(hidePasswords(text));
  return `'${safe.length > 80 ? `${safe.slice(0, 80)}…` : safe}'`;
}

/** Hides passwords in addresses, and parameters that look like secrets. */
export function hidePasswords(text: string): string {
  return text
    .replace(/(:\/\/[^\s:@/?#]*):[^\s]*@/g, `$1:${MASK}@`)
    .replace(/([?&][^=&\s]*(?:pass|secret|token|key)[^=&\s]*=)[^&\s]*/gi, `$1${MASK}`);
}

export const MASK = '********';
