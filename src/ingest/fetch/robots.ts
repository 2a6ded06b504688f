import { matchLength, normaliseEscapes } from './robots-pattern.ts';

/**
 * Parses robots.txt by RFC 9309 in the way of Google's parser, because publishers test their files with it: misspelt
 * directives count, unknown ones are ignored, and only `allow` and `disallow` end a list of agents. `crawl-delay` and
 * `sitemap`, which the standard lacks, are kept.
 */
export function parseRobots(text: string): RobotsRules {
  const agents = new Map<string, MutableAgent>();
  const sitemaps: string[] = [];
  let block: RobotsRule[] = [];
  let delay: CrawlDelay = { seconds: null };
  // A rule ends its list of agents. A delay ends only the list of agents that it applies to.
  let listEnded = true;
  let delayEnded = true;
  for (const { name, value } of directives(text)) {
    if (name === 'user-agent') {
      if (listEnded) block = [];
      if (listEnded || delayEnded) delay = { seconds: null };
      listEnded = false;
      delayEnded = false;
      join(agents, agentToken(value), block, delay);
    } else if (name === 'allow' || name === 'disallow') {
      block.push({ allows: name === 'allow', pattern: normaliseEscapes(value) });
      listEnded = true;
    } else if (name === 'crawl-delay') {
      delay.seconds = secondsIn(value) ?? delay.seconds;
      delayEnded = true;
    } else if (value !== '') sitemaps.push(value);
  }
  return { agents, sitemaps };
}

/**
 * Whether the agent may fetch the address. The longest matching pattern decides, and `allow` wins over a `disallow` of
 * the same length. An agent that has its own group ignores the group `*`.
 */
export function isAllowed(rules: RobotsRules, agent: string, url: string): boolean {
  const path = normaliseEscapes(pathOf(url));
  let allowed = 0;
  let disallowed = 0;
  for (const { allows, pattern } of findAgent(rules, agent)?.blocks.flat() ?? []) {
    if (allows) allowed = Math.max(allowed, allowLength(path, pattern));
    else disallowed = Math.max(disallowed, matchLength(path, pattern));
  }
  return disallowed <= allowed;
}

/** The pause between two requests that the site asks for, in seconds. */
export function crawlDelayOf(rules: RobotsRules, agent: string): number | null {
  const delays = findAgent(rules, agent)?.delays ?? [];
  return delays.findLast(delay => delay.seconds !== null)?.seconds ?? null;
}

/** The addresses of sitemaps as they are written, which may be relative. */
export function sitemapsOf(rules: RobotsRules): readonly string[] {
  return rules.sitemaps;
}

/** An agent is known by its product token alone; `ExampleBot/2.1 (+https://example.com/bot)` is cut there. */
function findAgent({ agents }: RobotsRules, agent: string): RobotsAgent | undefined {
  const token = agent.split('/', 1)[0]?.trim().toLowerCase() ?? '';
  return agents.get(token) ?? agents.get(EVERYONE);
}

/**
 * An agent refers to all blocks that name it and shares them with the other agents of the block: copies would grow with
 * agents times rules, which a hostile file can make enormous.
 */
function join(
  agents: Map<string, MutableAgent>,
  name: string,
  block: readonly RobotsRule[],
  delay: CrawlDelay,
): void {
  const agent = agents.get(name) ?? { blocks: [], delays: [] };
  agents.set(name, agent);
  if (agent.blocks.at(-1) !== block) agent.blocks.push(block);
  if (agent.delays.at(-1) !== delay) agent.delays.push(delay);
}

function agentToken(value: string): string {
  return /^\*(?:\s|$)/.test(value) ? EVERYONE : productToken(value);
}

/** Everything after the first character that a token cannot contain is a version or a comment. */
function productToken(value: string): string {
  return (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase();
}

/** Like Google, a rule that allows the index of a folder allows the folder itself. */
function allowLength(path: string, pattern: string): number {
  const length = matchLength(path, pattern);
  const slash = pattern.lastIndexOf('/');
  if (length > 0 || slash === -1 || !pattern.startsWith('/index.htm', slash)) return length;
  return matchLength(path, `${pattern.slice(0, slash + 1)}$`);
}

/** From the first slash after the host to the fragment; not normalised, because patterns are not normalised either. */
function pathOf(url: string): string {
  const withoutFragment = url.split('#', 1)[0] ?? '';
  const scheme = withoutFragment.indexOf('//');
  const rest = withoutFragment.slice(scheme === -1 ? 0 : scheme + 2);
  const start = rest.search(/[/?;]/);
  if (start === -1) return '/';
  return rest[start] === '/' ? rest.slice(start) : `/${rest.slice(start)}`;
}

function secondsIn(value: string): number | null {
  const seconds = /^\d+(?:\.\d+)?$|^\.\d+$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : null;
}

function* directives(text: string): Generator<Directive> {
  for (const line of linesOf(text)) {
    const [name, value] = nameAndValue(line);
    const known = DIRECTIVES.find(({ spellings }) => spellings.some(spelling => name.startsWith(spelling)));
    if (known) yield { name: known.name, value };
  }
}

function linesOf(text: string): string[] {
  // The byte order mark, also when it was truncated or decoded wrongly.
  const withoutMark = text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf?|\ufffd)/, '');
  // Truncated after a whole line: half a pattern would forbid more than the publisher meant.
  const whole =
    withoutMark.length > MAX_CHARACTERS
      ? withoutMark.slice(0, withoutMark.lastIndexOf('\n', MAX_CHARACTERS) + 1)
      : withoutMark;
  return whole.split(/[\r\n]/);
}

/** Name and value are separated by a colon, or by white space if the line has just two words. */
function nameAndValue(line: string): readonly [string, string] {
  const code = line.slice(0, MAX_LINE_LENGTH).split('#', 1)[0]?.trim() ?? '';
  const colon = code.indexOf(':');
  if (colon !== -1) return [code.slice(0, colon).trim().toLowerCase(), code.slice(colon + 1).trim()];
  const words = code.split(/\s+/);
  return words.length === 2 ? [(words[0] ?? '').toLowerCase(), words[1] ?? ''] : ['', ''];
}

/** With the misspellings that are common enough for Google to accept them. */
const DIRECTIVES: readonly { readonly name: Directive['name']; readonly spellings: readonly string[] }[] = [
  { name: 'user-agent', spellings: ['user-agent', 'useragent', 'user agent'] },
  { name: 'allow', spellings: ['allow'] },
  { name: 'disallow', spellings: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'] },
  { name: 'crawl-delay', spellings: ['crawl-delay', 'crawldelay', 'crawl delay'] },
  { name: 'sitemap', spellings: ['sitemap', 'site-map'] },
];

const EVERYONE = '*';
/** RFC 9309 asks for at least 500 KiB. */
const MAX_CHARACTERS = 500 * 1024;
/** Eight times the longest address of an old browser, less the zero at the end of Google's buffer. */
const MAX_LINE_LENGTH = 8 * 2083 - 1;

interface Directive {
  readonly name: 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';
  readonly value: string;
}

export interface RobotsRules {
  /** By the product token in lower case; `*` is everyone. */
  readonly agents: ReadonlyMap<string, RobotsAgent>;
  readonly sitemaps: readonly string[];
}

export interface RobotsAgent {
  readonly blocks: readonly (readonly RobotsRule[])[];
  readonly delays: readonly { readonly seconds: number | null }[];
}

export interface RobotsRule {
  readonly allows: boolean;
  readonly pattern: string;
}

interface MutableAgent extends RobotsAgent {
  readonly blocks: (readonly RobotsRule[])[];
  readonly delays: CrawlDelay[];
}

interface CrawlDelay {
  seconds: number | null;
}
