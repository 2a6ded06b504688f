/** The schema.org data of the article on a page. */
export interface ArticleData {
  readonly headline: string;
  readonly authors: readonly string[];
  readonly published: string;
  readonly modified: string;
  readonly description: string;
  readonly body: string;
  readonly section: string;
  readonly publisher: string;
  readonly language: string;
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null;
  readonly free: boolean | null;
}

/** The article described by the page's JSON-LD blocks, or null where none describes one. */
export function readArticleData(blocks: readonly string[]): ArticleData | null {
  const nodes: JsonLdNode[] = [];
  for (const block of blocks) {
    const data = parseLenient(block);
    if (data !== undefined) flatten(data, nodes, 0);
  }
  const byId = new Map(
    nodes.flatMap(node => (typeof node['@id'] === 'string' ? [[node['@id'], node] as const] : [])),
  );
  const articles = nodes.filter(node => typesOf(node).some(type => ARTICLE_TYPES.test(type)));
  const pages = nodes.filter(node => typesOf(node).some(type => PAGE_TYPES.test(type)));
  const ranked = [...articles, ...pages];
  if (ranked.length === 0) return null;
  return describe(ranked, byId);
}

const ARTICLE_TYPES = /(?:Article|Posting|Report|Review|Recipe|CreativeWork|LiveBlogPosting)$/;
const PAGE_TYPES = /(?:Page|VideoObject|PodcastEpisode|Episode)$/;

/** Each value comes from the first node that has it: articles before pages. */
function describe(nodes: readonly JsonLdNode[], byId: ReadonlyMap<string, JsonLdNode>): ArticleData {
  const text = (...keys: readonly string[]): string => {
    for (const node of nodes) {
      for (const key of keys) {
        const value = plainText(node[key]);
        if (value) return value;
      }
    }
    return '';
  };
  const first = <T>(read: (node: JsonLdNode) => T | null): T | null => {
    for (const node of nodes) {
      const value = read(node);
      if (value !== null) return value;
    }
    return null;
  };
  return {
    headline: text('headline', 'name'),
    authors: first(node => listOrNull(namesIn(node['author'] ?? node['creator'], byId))) ?? [],
    published: text('datePublished', 'dateCreated', 'uploadDate'),
    modified: text('dateModified'),
    description: text('description', 'abstract'),
    body: text('articleBody', 'text'),
    section: text('articleSection'),
    publisher: first(node => namesIn(node['publisher'], byId)[0] ?? null) ?? '',
    language: text('inLanguage'),
    image: first(node => imageIn(node['image'] ?? node['thumbnailUrl'], byId)),
    free: first(node => booleanIn(node['isAccessibleForFree'])),
  };
}

function listOrNull(names: readonly string[]): readonly string[] | null {
  return names.length ? names : null;
}

function namesIn(value: unknown, byId: ReadonlyMap<string, JsonLdNode>): string[] {
  if (typeof value === 'string') return value.trim() ? [value.trim()] : [];
  if (Array.isArray(value)) return value.flatMap(one => namesIn(one, byId));
  if (!isNode(value)) return [];
  const id = value['@id'];
  const known = value['name'] === undefined && typeof id === 'string' ? byId.get(id) : undefined;
  const name = (known ?? value)['name'];
  return typeof name === 'string' || Array.isArray(name) ? namesIn(name, byId) : [];
}

function imageIn(value: unknown, byId: ReadonlyMap<string, JsonLdNode>): ArticleData['image'] {
  if (typeof value === 'string') return value.trim() ? { url: value.trim(), width: 0, height: 0 } : null;
  if (Array.isArray(value)) return value.length ? imageIn(value[0], byId) : null;
  if (!isNode(value)) return null;
  const id = value['@id'];
  const node = value['url'] === undefined && typeof id === 'string' ? (byId.get(id) ?? value) : value;
  const url = plainText(node['url']) || plainText(node['contentUrl']);
  return url ? { url, width: numberIn(node['width']), height: numberIn(node['height']) } : null;
}

function numberIn(value: unknown): number {
  const number = Number.parseInt(isNode(value) ? String(value['value']) : String(value), 10);
  return Number.isFinite(number) && number > 0 ? number : 0;
}

function booleanIn(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && /^(?:true|false)$/i.test(value) ? /^true$/i.test(value) : null;
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return plainText(value[0]);
  return isNode(value) ? plainText(value['@value'] ?? value['name']) : '';
}

function typesOf(node: JsonLdNode): string[] {
  const type = node['@type'];
  return (Array.isArray(type) ? type : [type]).filter(one => typeof one === 'string');
}

/** All objects in the data, outer ones first; people and publishers inside articles are nodes too. */
function flatten(value: unknown, nodes: JsonLdNode[], depth: number): void {
  if (depth > MAX_DEPTH || nodes.length > MAX_NODES) return;
  if (Array.isArray(value)) {
    for (const one of value) flatten(one, nodes, depth + 1);
  } else if (isNode(value)) {
    nodes.push(value);
    for (const key of CONTAINERS) if (key in value) flatten(value[key], nodes, depth + 1);
  }
}

const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemReviewed', 'hasPart', 'blogPost'];
const MAX_DEPTH = 6;
const MAX_NODES = 300;

/** Tolerates comment marks around JSON, line breaks inside strings, and commas before a bracket. */
function parseLenient(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>|\]\]>)\s*$|;\s*$/g, '')
    .trim();
  if (!bare) return undefined;
  return tryParse(bare) ?? tryParse(bare.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s*([}\]])/g, '$1'));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Broken data is common; the page's other signals are used.
    return undefined;
  }
}

function isNode(value: unknown): value is JsonLdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type JsonLdNode = Readonly<Record<string, unknown>>;
