import { type Locale, localeFor } from '../../app/markup/locale.ts';
import { flowCookie, readCookie } from '../http/cookies.ts';

/**
 * How a reader wants the pages: which language, and by day or by night. It belongs to the browser, so it is there before
 * signing in and the first byte of a page already has it: nothing flashes. Who never chose has no cookie, and gets
 * what the browser asks for.
 */
export function lookOf({ context, request: { headers } }: AskedPage): Look {
  const isSecure = context.origin.startsWith('https:');
  const read = (name: string) => readCookie(headers.cookie, `${isSecure ? '__Host-' : ''}${name}`);
  const theme = read('theme');
  const chosen = read('language');
  return {
    language: localeFor(chosen, headers['accept-language']),
    languageChosen: chosen !== undefined,
    theme: THEMES.find(each => each === theme) ?? 'system',
  };
}

/** A choice that says what the browser says anyway is no choice: its cookie goes. */
export function lookCookies(isSecure: boolean, { theme, language }: LookChoice): string[] {
  const cookie = (name: string, value: string) =>
    value === '' || value === 'system'
      ? flowCookie(isSecure, name, '', 0)
      : flowCookie(isSecure, name, value, YEAR_SECONDS);
  return [cookie('theme', theme), cookie('language', language)];
}

export const THEMES = ['system', 'light', 'dark'] as const;
const YEAR_SECONDS = 365 * 86_400;

export interface Look {
  readonly language: Locale;
  readonly languageChosen: boolean;
  readonly theme: (typeof THEMES)[number];
}

export interface LookChoice {
  readonly theme: string;
  readonly language: string;
}

interface AskingHeaders {
  readonly cookie?: string | undefined;
  readonly 'accept-language'?: string | undefined;
}

interface AskedPage {
  readonly context: { readonly origin: string };
  readonly request: { readonly headers: AskingHeaders };
}
