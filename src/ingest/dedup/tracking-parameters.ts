import {
  BY_BRAND,
  BY_HOST,
  CHANNEL_NAMES,
  CHANNELS,
  EVERYWHERE,
  KEPT_BY_HOST,
  PRESENTATIONS,
  SESSION_NAMES,
  UNLESS_NUMBERED,
} from './tracking-rules.ts';

/**
 * Whether a parameter only tracks how a reader came to the article. The name is in lower case; the value is as in the
 * address. `rules` are those of the host, from `rulesOfHost`.
 */
export function isTracking(name: string, value: string, { dropped, kept }: TrackingRules): boolean {
  if (kept.some(names => has(names, name))) return false;
  if (has(everywhere, name) || dropped.some(names => has(names, name))) return true;
  const lower = value.toLowerCase();
  if (unlessNumbered.has(name) && !/^\d+$/.test(value)) return true;
  if (channelNames.has(name) && isChannel(lower)) return true;
  if (sessionNames.has(name) && SESSION.test(value)) return true;
  // In vBulletin forums `s` is the session, elsewhere a search.
  if (name === 's' && /^[0-9a-f]{32}$/.test(value)) return true;
  const values = presentations.get(name);
  return values !== undefined && (values.has(lower) || values.has('*'));
}

/** The rules of a host and of its parent domains, and of the company that it is named after. */
export function rulesOfHost(host: string): TrackingRules {
  const dropped: NamePatterns[] = [];
  const kept: NamePatterns[] = [];
  for (let at = 0; at !== -1; at = nextLabel(host, at)) {
    const above = at === 0 ? host : host.slice(at);
    const names = byHost.get(above);
    if (names) dropped.push(names);
    const exceptions = keptByHost.get(above);
    if (exceptions) kept.push(exceptions);
    const end = host.indexOf('.', at);
    // `amazon.co.uk` and `amazon.de`, not `amazon.example.com`.
    const brand =
      end === -1 || host.length - end > MAX_SUFFIX_LENGTH ? undefined : byBrand.get(host.slice(at, end));
    if (brand) dropped.push(brand);
  }
  return { dropped, kept };
}

function nextLabel(host: string, at: number): number {
  const dot = host.indexOf('.', at);
  return dot === -1 ? -1 : dot + 1;
}

function isChannel(value: string): boolean {
  const end = value.search(/[^a-z0-9]/);
  return channels.has(value) || (end > 0 && channels.has(value.slice(0, end)));
}

function has(names: NamePatterns, name: string): boolean {
  return (
    names.exact.has(name) ||
    names.prefixes.some(prefix => name.startsWith(prefix)) ||
    names.suffixes.some(suffix => name.endsWith(suffix))
  );
}

function compile(names: readonly string[]): NamePatterns {
  return {
    exact: new Set(names.filter(name => !name.includes('*'))),
    prefixes: names.filter(name => name.endsWith('*')).map(name => name.slice(0, -1)),
    suffixes: names.filter(name => name.startsWith('*')).map(name => name.slice(1)),
  };
}

function compileAll(rules: Readonly<Record<string, string>>): ReadonlyMap<string, NamePatterns> {
  return new Map(Object.entries(rules).map(([host, names]) => [host, compile(names.trim().split(/\s+/))]));
}

const everywhere = compile(EVERYWHERE);
const byHost = compileAll(BY_HOST);
const keptByHost = compileAll(KEPT_BY_HOST);
const byBrand = compileAll(BY_BRAND);
const unlessNumbered = new Set(UNLESS_NUMBERED);
const channelNames = new Set(CHANNEL_NAMES);
const channels = new Set(CHANNELS);
const sessionNames = new Set(SESSION_NAMES);
const presentations = new Map(Object.entries(PRESENTATIONS).map(([name, values]) => [name, new Set(values)]));

/** Hexadecimal or mixed letters and digits of the length of a generated id; not a word or a number. */
const SESSION = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{12,64}$/i;
const MAX_SUFFIX_LENGTH = '.com.au'.length;

export interface TrackingRules {
  readonly dropped: readonly NamePatterns[];
  readonly kept: readonly NamePatterns[];
}

interface NamePatterns {
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
}
