import type { ApiMapping } from '../../model/source.ts';
import { parseAsFeed } from './as-feed.ts';
import { NotAFeed } from './feed/index.ts';
import type { ParsedDocument, ParseParams } from './feed-articles.ts';
import { compileJsonPath, type JsonPath } from './json-paths.ts';
import { parseFeedDate } from './text/dates.ts';
import { decodeBytes } from './text/encoding.ts';

/**
 * SRC-5: the articles of a JSON API, found by the mapping of the source. Throws NotAFeed when the document is not JSON or
 * has no items.
 */
export function parseApiArticles(bytes: Uint8Array, context: ApiParams): ParsedDocument {
  const paths = compileMapping(context.mapping);
  const items = itemsAt(paths.items, parse(bytes, context.contentType));
  const read = parseAsFeed(
    items.slice(0, MAX_ITEMS).map(item => toFeedItem(item, paths, context.url)),
    context,
  );
  return {
    ...read,
    items: read.items.map(found => ({ ...found, article: { ...found.article, origin: 'api' } })),
  };
}

/** Throws a RangeError that names the field whose path cannot be read. */
export function compileMapping(mapping: ApiMapping): CompiledMapping {
  const compile = (field: keyof ApiMapping): JsonPath => {
    const path = mapping[field];
    try {
      return path === undefined ? nothing : compileJsonPath(path);
    } catch (error) {
      throw new RangeError(`${field}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  };
  return {
    items: compile('items'),
    title: compile('title'),
    url: compile('url'),
    id: compile('id'),
    summary: compile('summary'),
    body: compile('body'),
    published: compile('published'),
    authors: compile('authors'),
    categories: compile('categories'),
    image: compile('image'),
    language: compile('language'),
  };
}

function nothing(): readonly unknown[] {
  return [];
}

function parse(bytes: Uint8Array, contentType: string | null): unknown {
  if (bytes.length > MAX_BYTES) throw new NotAFeed('too-large', `The document has ${bytes.length} bytes`);
  try {
    return JSON.parse(decodeBytes(bytes, contentType).text);
  } catch {
    throw new NotAFeed('malformed-json', 'The response is not JSON');
  }
}

/** The path may lead to the list itself or to each of its items. */
function itemsAt(path: JsonPath, document: unknown): readonly unknown[] {
  const found = path(document);
  if (found.length === 0) throw new NotAFeed('unknown-json', 'The path of the items finds nothing');
  return found.length === 1 && Array.isArray(found[0]) ? found[0] : found;
}

function toFeedItem(item: unknown, paths: CompiledMapping, base: string): Record<string, unknown> {
  const text = (path: JsonPath) => textsOf(path(item))[0];
  const url = resolve(text(paths.url), base);
  return {
    id: text(paths.id) ?? url ?? '',
    url,
    title: text(paths.title),
    summary: text(paths.summary),
    content_html: text(paths.body) ?? text(paths.summary) ?? '',
    date_published: momentOf(paths.published(item)[0]),
    authors: textsOf(paths.authors(item)).map(name => ({ name })),
    tags: textsOf(paths.categories(item)),
    image: resolve(text(paths.image), base),
    language: text(paths.language),
  };
}

/** A missing address must not resolve to the address of the API itself. */
function resolve(reference: string | undefined, base: string): string | undefined {
  return reference === undefined ? undefined : URL.parse(reference, base)?.href;
}

/** Texts are strings, lists, or objects with one of the usual property names. */
function textsOf(nodes: readonly unknown[]): string[] {
  return nodes
    .flat(1)
    .slice(0, MAX_TEXTS)
    .flatMap(node => {
      if (typeof node === 'string') return node.trim() === '' ? [] : [node];
      if (typeof node === 'number' && Number.isFinite(node)) return [String(node)];
      if (typeof node !== 'object' || node === null) return [];
      const named = NAMES.map(name => Reflect.get(node, name)).find(value => typeof value === 'string');
      return typeof named === 'string' && named !== '' ? [named] : [];
    });
}

/** A date in any common format, or seconds or milliseconds since 1970. */
function momentOf(node: unknown): string | undefined {
  const number = typeof node === 'string' && /^\d{9,13}$/.test(node) ? Number(node) : node;
  const at =
    typeof number === 'number'
      ? number * (number < SECONDS_UNTIL ? 1_000 : 1)
      : typeof number === 'string'
        ? parseFeedDate(number)
        : null;
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const MAX_BYTES = 8 * 1_024 * 1_024;
const MAX_ITEMS = 1_000;
const MAX_TEXTS = 100;
const NAMES = ['name', 'title', 'label', 'text', 'value', 'rendered', 'url', 'href', 'src'];
/** Seconds until the year 5138, milliseconds until 1973. */
const SECONDS_UNTIL = 100_000_000_000;

type CompiledMapping = Readonly<Record<keyof ApiMapping, JsonPath>>;

export interface ApiParams extends ParseParams {
  readonly mapping: ApiMapping;
}
