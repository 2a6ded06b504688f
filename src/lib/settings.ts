import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { formatBytes, formatDuration, parseBytes, parseDuration } from './units.ts';

/** One setting: its parser, its default and its error text. */
export interface Setting<T> {
  /** The expected value, as the end of the sentence "... must be". */
  readonly expected: string;
  readonly help: string;
  readonly secret: boolean;
  /** The default as text, or undefined when there is none. */
  readonly defaultText: string | undefined;
  /** Returns undefined when the text is not acceptable. */
  parse(text: string): T | undefined;
  /** The inverse of parse. */
  format(value: NonNullable<T>): string;
}

export type SettingValue<S> = S extends Setting<infer T> ? T : never;

export const setting = {
  text,
  integer,
  choice,
  list,
  choices,
  path,
  url,
  secretUrl,
  secret,
  duration,
  bytes,
  addresses,
  hosts,
  origins,
};

function text(defaultText: string, help: string): Setting<string>;
function text(defaultText: undefined, help: string): Setting<string | undefined>;
function text(defaultText: string | undefined, help: string): Setting<string | undefined> {
  const parse = (value: string) =>
    value.trim() === '' || /[\p{Cc}]/u.test(value) ? undefined : value.trim();
  return make({ expected: 'text without control characters', help, defaultText, parse });
}

function integer(value: number, range: Range, help: string): Setting<number>;
function integer(value: undefined, range: Range, help: string): Setting<number | undefined>;
function integer(value: number | undefined, { min, max }: Range, help: string): Setting<number | undefined> {
  const parse = (text: string) => {
    const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return make<number | undefined>({
    expected: `a whole number from ${min} to ${max}`,
    help,
    defaultText: value === undefined ? undefined : String(value),
    parse,
  });
}

function choice<const C extends string>(value: C, choices: readonly C[], help: string): Setting<C> {
  const parse = (text: string) => choices.find(known => known === text.trim());
  return make({ expected: `one of ${choices.join(', ')}`, help, defaultText: value, parse });
}

function list<const C extends string>(
  value: readonly C[],
  choices: readonly C[],
  help: string,
): Setting<readonly C[]> {
  const parse = (text: string) => {
    const found = commaSeparated(text).map(item => choices.find(known => known === item));
    return found.length > 0 && found.every(item => item !== undefined) ? [...new Set(found)] : undefined;
  };
  return make({
    expected: `one or more of ${choices.join(', ')}, separated by commas`,
    help,
    defaultText: value.join(','),
    parse,
    format: items => items.join(','),
  });
}

/** Any number of the choices; by default none. */
function choices<const C extends string>(known: readonly C[], help: string): Setting<readonly C[]> {
  const parse = (text: string) => {
    const found = commaSeparated(text).map(item => known.find(choice => choice === item));
    return found.every(item => item !== undefined) ? [...new Set(found)] : undefined;
  };
  return make<readonly C[]>({
    expected: `some of ${known.join(', ')}, separated by commas`,
    help,
    defaultText: '',
    parse,
    format: items => items.join(','),
  });
}

function path(value: string, help: string): Setting<string> {
  const parse = (text: string) => (text === '' || text.includes('\0') ? undefined : resolve(text));
  return make({ expected: 'a path', help, defaultText: value, parse });
}

function url(
  defaultText: undefined,
  protocols: readonly string[],
  help: string,
): Setting<string | undefined> {
  return make<string | undefined>({
    expected: expectedUrl(protocols),
    help,
    defaultText,
    parse: urlParser(protocols),
  });
}

function secretUrl(protocols: readonly string[], help: string): Setting<string | undefined> {
  return { ...url(undefined, protocols, help), secret: true };
}

function secret(minLength: number, help: string): Setting<string | undefined> {
  const parse = (text: string) => (text.length >= minLength ? text : undefined);
  const expected = `at least ${minLength} character${minLength === 1 ? '' : 's'}`;
  return { ...make<string | undefined>({ expected, help, defaultText: undefined, parse }), secret: true };
}

function duration(defaultText: string, help: string): Setting<number> {
  const parse = (text: string) => {
    const ms = parseDuration(text);
    return ms !== null && ms > 0 ? ms : undefined;
  };
  return make({
    expected: 'a duration such as 500ms, 30s, 15m, 12h or 7d',
    help,
    defaultText,
    parse,
    format: formatDuration,
  });
}

function bytes(defaultText: string, help: string): Setting<number> {
  const parse = (text: string) => parseBytes(text) ?? undefined;
  return make({
    expected: 'a size such as 512B, 64KiB, 2MiB or 1GiB',
    help,
    defaultText,
    parse,
    format: formatBytes,
  });
}

function addresses(value: readonly string[], help: string): Setting<readonly string[]> {
  return listOf(value, isNetwork, 'IP addresses or networks such as 10.0.0.0/8, separated by commas', help);
}

function hosts(value: readonly string[], help: string): Setting<readonly string[]> {
  const isHost = (text: string) => isNetwork(text) || /^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text);
  return listOf(value, isHost, 'names, `*.` and a name, addresses or networks, separated by commas', help);
}

function origins(value: readonly string[], help: string): Setting<readonly string[]> {
  const isOrigin = (text: string) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
  return listOf(value, isOrigin, 'origins such as https://example.org, separated by commas', help);
}

function listOf(
  value: readonly string[],
  accepts: (item: string) => boolean,
  expected: string,
  help: string,
): Setting<readonly string[]> {
  const parse = (text: string) => {
    const items = commaSeparated(text);
    return items.every(accepts) ? items : undefined;
  };
  return make({ expected, help, defaultText: value.join(','), parse, format: items => items.join(',') });
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

function expectedUrl(protocols: readonly string[]): string {
  return `a URL that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`;
}

function urlParser(protocols: readonly string[]) {
  return (text: string) => {
    if (!URL.canParse(text)) return undefined;
    return protocols.includes(new URL(text).protocol)
      ? text.replace(/^([a-z]+:\/\/[^/]+)\/$/, '$1')
      : undefined;
  };
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}

function make<T>(
  parts: Pick<Setting<T>, 'expected' | 'help' | 'defaultText' | 'parse'> & Partial<Setting<T>>,
): Setting<T> {
  return { secret: false, format: value => String(value), ...parts };
}

interface Range {
  readonly min: number;
  readonly max: number;
}
