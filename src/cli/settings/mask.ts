import { SETTINGS, type SettingName } from '../../config.ts';
import type { Setting } from '../../lib/settings.ts';
import { printable } from '../terminal.ts';

/**
 * A setting's value as it may be shown. Of a secret that is an address the password is hidden and the rest
 * is not: which server it is, is what people look for.
 */
export function shownValue(name: SettingName, text: string): string {
  const { secret }: Setting<unknown> = SETTINGS[name];
  if (secret && !name.endsWith('-url')) return MASK;
  return printable(hidePasswords(text));
}

/** A value that was refused, so its form is not known: of a secret nothing is shown but the length. */
export function shownWrongValue(name: SettingName, text: string): string {
  const { secret }: Setting<unknown> = SETTINGS[name];
  if (secret) return `${text.length} hidden character${text.length === 1 ? '' : 's'}`;
  const safe = printable(hidePasswords(text));
  return `'${safe.length > 80 ? `${safe.slice(0, 80)}…` : safe}'`;
}

/** Hides what follows the user's name in addresses, and parameters that sound like secrets. */
export function hidePasswords(text: string): string {
  return text
    .replace(/(:\/\/[^\s:@/?#]*):[^\s]*@/g, `$1:${MASK}@`)
    .replace(/([?&][^=&\s]*(?:pass|secret|token|key)[^=&\s]*=)[^&\s]*/gi, `$1${MASK}`);
}

export const MASK = '********';
