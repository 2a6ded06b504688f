import { type Locale, localeFor } from '../../app/markup/locale.ts';
import { flowCookie, readCookie } from '../http/cookies.ts';

/**
 * The display settings of a reader: language and colour theme. They are in cookies, so they apply before
 * sign-in and from the first byte of a page: nothing flashes. Without a cookie, the settings of the browser
 * apply.
 */
export function displayOf({ context, request: { headers } }: RequestContext): DisplaySettings {
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

/** Choosing what the browser prefers anyway removes the cookie. */
export function displayCookies(isSecure: boolean, { theme, language }: DisplayChoice): string[] {
  const cookie = (name: string, value: string) =>
    value === '' || value === 'system'
      ? flowCookie(isSecure, name, '', 0)
      : flowCookie(isSecure, name, value, YEAR_SECONDS);
  return [cookie('theme', theme), cookie('language', language)];
}

export const THEMES = ['system', 'light', 'dark'] as const;
const YEAR_SECONDS = 365 * 86_400;

export interface DisplaySettings {
  readonly language: Locale;
  readonly languageChosen: boolean;
  readonly theme: (typeof THEMES)[number];
}

export interface DisplayChoice {
  readonly theme: string;
  readonly language: string;
}

interface DisplayHeaders {
  readonly cookie?: string | undefined;
  readonly 'accept-language'?: string | undefined;
}

interface RequestContext {
  readonly context: { readonly origin: string };
  readonly request: { readonly headers: DisplayHeaders };
}
