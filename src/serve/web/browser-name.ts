import type { HtmlValue } from '../../app/markup/html.ts';
import { t } from './texts/messages.ts';

/**
 * What somebody calls the thing they signed in with: "Firefox 144 on Windows". Browsers name their ancestors
 * too, so the order matters: the more particular name comes first.
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

/** Programs say what they are in front: `curl/8.5.0`. */
function programName(userAgent: string): HtmlValue {
  const [, name, version] = /^([A-Za-z][\w.-]{0,39})\/(\d[\w.]{0,19})/.exec(userAgent) ?? [];
  if (name !== undefined && name !== 'Mozilla') return `${name} ${version}`;
  const text = userAgent.trim();
  if (text === '') return t('account.unknownBrowser');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 60;

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
