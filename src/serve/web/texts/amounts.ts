import type { Localized } from '../../../app/markup/html.ts';
import { localized } from './messages.ts';

/** Formats amounts in the reader's language. */

export function decimal(value: number, digits: number): Localized {
  return localized(language => language.decimal(value, digits));
}

/** 3.1%, for a share between 0 and 1. */
export function percent(share: number, maxDigits = 1): Localized {
  return localized(language => language.percent(share, maxDigits));
}

/** 1.2 s, 3 min 20 s */
export function duration(ms: number): Localized {
  if (ms < 1_000) return localized(() => `${Math.round(ms)} ms`);
  if (ms < 60_000) return localized(language => `${language.decimal(ms / 1_000, 1)} s`);
  const seconds = Math.round(ms / 1_000);
  return localized(() =>
    seconds < 3_600
      ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
      : `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`,
  );
}
