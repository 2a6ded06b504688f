import type { HtmlValue } from '../../app/markup/html.ts';
import { t } from './texts/messages.ts';

/**
 * The browser of a session in plain words: "Firefox 144 on Windows". User agents also name older browsers, so
 * the order matters: the more specific name comes first.
 */
export function browserName(userAgent: string): HtmlValue {
  if (!userAgent.startsWith('Mozilla/')) return programName(userAgent);
  const browser = BROWSERS.map(([name, pattern]) => named(name, pattern.exec(userAgent))).find(Boolean);
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser && system) return t('account.browserOn', { browser, system });
  return browser ?? (system === undefined ? programName(userAgent) : t('account.someBrowser', { system }));
}

function named(name: string, found: RegExpExecArray | null): string | undefined {
  return found ? `${name} ${found[1]}` : undefined;
}

/** Programs begin with their name: `curl/8.5.0`. */
function programName(userAgent: string): HtmlValue {
  const [, name, version] = /^([A-Za-z][\w.-]{0,39})\/(\d[\w.]{0,19})/.exec(userAgent) ?? [];
  if (name !== undefined && name !== 'Mozilla') return `${name} ${version}`;
  const text = userAgent.trim();
  if (text === '') return t('account.unknownBrowser');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

const MAX_LENGTH = 60;

const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|OPX|OPT|OPiOS)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Vivaldi', /\bVivaldi\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* (?:Mobile\/\w+ )?Safari\//],
];

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];
