import type { FeedFormat } from '../../../model/feed-document.ts';
import { NotAFeed } from './not-a-feed.ts';
import type { Recoveries } from './recoveries.ts';
import type { XmlElement } from './xml/element.ts';
import type { NamespaceScope } from './xml/scope.ts';

/**
 * Finds the start of the feed. Blank lines, script warnings and fragments of a page before it are skipped; an HTML page is
 * rejected as such.
 */
export function findRoot(source: string, recoveries: Recoveries): FoundRoot {
  const first = firstElement(source);
  if (first !== -1 && isRootName(nameAt(source, first))) {
    if (/\S/.test(source.slice(0, source.indexOf('<')))) recoveries.add('leading-junk', source.trim());
    return { start: first, isCertain: true };
  }
  const page = isPage(source, first);
  // Some pages contain a whole feed, which is recognised by its namespace or version.
  const late = source.slice(0, MAX_ROOT_OFFSET).search(page ? DECLARED_ROOT : ROOT);
  if (page && late === -1) throw new NotAFeed('html-page', 'The document is an HTML page');
  if (late !== -1) {
    recoveries.add('leading-junk', source.trim());
    return { start: late, isCertain: false };
  }
  if (first === -1) throw new NotAFeed('unknown-format', 'The document is neither XML nor JSON');
  throw new NotAFeed('unknown-xml', `The document's root is <${nameAt(source, first).slice(0, 60)}>`);
}

export interface FoundRoot {
  readonly start: number;
  /** False when it was found inside another document, which may be a text about feeds. */
  readonly isCertain: boolean;
}

/** The root decides the vocabulary of names without a prefix, whatever default namespace it declares. */
export function rootScope(name: string, declared: NamespaceScope): NamespaceScope {
  const local = localName(name);
  const wanted = VOCABULARY_OF_ROOT[local] ?? 'rss';
  // `<atom:feed>` has an explicit prefix, so names without one belong to another vocabulary.
  return name.includes(':') && local !== 'rdf' ? declared : declared.withDefault(wanted);
}

export function formatOf(root: XmlElement): FeedFormat {
  const version = root.attribute('version')?.trim() ?? '';
  switch (localName(root.name)) {
    case 'feed':
    case 'entry':
      return version.startsWith('0.') || /xmlns\S*purl/.test(version) ? 'atom-0.3' : 'atom-1.0';
    case 'rdf':
      return 'rss-1.0';
    case 'urlset':
      return 'news-sitemap';
    case 'sitemapindex':
      return 'sitemap-index';
    case 'channel':
      return 'cdf';
    default:
      return rssVersion(version);
  }
}

function rssVersion(version: string): FeedFormat {
  if (version.startsWith('0.90')) return 'rss-0.90';
  if (version.startsWith('0.91')) return 'rss-0.91';
  return version.startsWith('0.9') ? 'rss-0.92' : 'rss-2.0';
}

/** The first tag that is not a declaration, comment or document type, or -1. */
function firstElement(source: string): number {
  let at = source.indexOf('<');
  for (let passed = 0; at !== -1 && passed < MAX_DECLARATIONS; passed++) {
    const next = source[at + 1] ?? '';
    if (/[a-zA-Z_]/.test(next)) return at;
    at = source.indexOf('<', endOfDeclaration(source, at));
  }
  return -1;
}

function endOfDeclaration(source: string, at: number): number {
  if (source.startsWith('<!--', at)) return endOr(source, '-->', at, 3);
  if (source.startsWith('<?', at)) return endOr(source, '>', at, 1);
  if (!source.startsWith('<!', at)) return at + 1;
  const end = endOr(source, '>', at, 1);
  const subset = source.slice(at, end).indexOf('[');
  if (subset === -1) return end;
  // The declarations inside are skipped: nothing that a document declares is ever expanded.
  SUBSET_END.lastIndex = at + subset;
  // An unclosed one is skipped with all that follow; otherwise each of many would search for its end again.
  return SUBSET_END.test(source) ? SUBSET_END.lastIndex : afterLastDeclaration(source, end);
}

/** The start of the first tag after an unfinished document type: a name, not another declaration. */
function afterLastDeclaration(source: string, from: number): number {
  const tag = source.slice(from, from + MAX_ROOT_OFFSET).search(/<[a-zA-Z_]/);
  return tag === -1 ? source.length : from + tag;
}

function endOr(source: string, needle: string, from: number, length: number): number {
  const at = source.indexOf(needle, from);
  return at === -1 ? source.length : at + length;
}

function isPage(source: string, first: number): boolean {
  if (/^\s*<!doctype\s+html/i.test(source)) return true;
  const name = first === -1 ? '' : nameAt(source, first).toLowerCase();
  return name === 'html' || name === 'head' || name === 'body';
}

function isRootName(name: string): boolean {
  return ROOT_NAMES.has(localName(name));
}

function nameAt(source: string, at: number): string {
  return /^<([^\s/>]{1,100})/.exec(source.slice(at, at + 102))?.[1] ?? '';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

const MAX_ROOT_OFFSET = 65_536;
/** Before the first tag; real feeds have an instruction, a document type and a few comments. */
const MAX_DECLARATIONS = 1_000;
const SUBSET_END = /\]\s*>/g;
const ROOT = /<(?:[\w.-]{1,20}:)?(?:rss|rdf|feed|urlset|sitemapindex)[\s>]/i;
const DECLARED_ROOT =
  /<feed\s[^<>]*xmlns\s*=\s*["']http:\/\/(?:www\.w3\.org\/2005\/Atom|purl\.org\/atom)|<rss\s[^<>]*version\s*=/i;
const ROOT_NAMES = new Set(['rss', 'rdf', 'feed', 'channel', 'entry', 'urlset', 'sitemapindex']);
const VOCABULARY_OF_ROOT: Readonly<Record<string, string>> = {
  feed: 'atom',
  entry: 'atom',
  urlset: 'sitemap',
  sitemapindex: 'sitemap',
};
