import { attribute, type HtmlElement } from '../dom/element.ts';

/** Metadata of a page, collected in one walk before the tree is stripped. */
export interface PageSignals {
  /** `meta` elements by name, property or itemprop, in lower case; several values in the order of the page. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  readonly links: readonly HtmlElement[];
  /** The text of JSON-LD blocks. */
  readonly dataBlocks: readonly string[];
  readonly titles: readonly HtmlElement[];
  readonly headings: readonly HtmlElement[];
  readonly times: readonly HtmlElement[];
  /** Elements with an `itemprop`. */
  readonly properties: readonly HtmlElement[];
  /** Elements whose names, `rel` or `itemprop` mention an author. */
  readonly authors: readonly HtmlElement[];
  /** Elements whose names mention a date. */
  readonly dates: readonly HtmlElement[];
  readonly language: string;
  readonly base: string;
}

export function collectSignals(document: HtmlElement): PageSignals {
  const signals: MutableSignals = {
    meta: new Map(),
    links: [],
    dataBlocks: [],
    titles: [],
    headings: [],
    times: [],
    properties: [],
    authors: [],
    dates: [],
    language: '',
    base: '',
  };
  const walk = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const { attributes, tag } = child;
      const read = READERS[tag];
      if (read) read(child, signals);
      if ('itemprop' in attributes) push(signals.properties, child);
      if (namesAuthor(child)) push(signals.authors, child);
      const names = attributes['class'] ?? attributes['id'];
      if (names !== undefined && DATE_NAMES.test(names)) push(signals.dates, child);
      walk(child);
    }
  };
  walk(document);
  return signals;
}

type MutableSignals = {
  -readonly [K in Exclude<keyof PageSignals, 'meta'>]: PageSignals[K] extends readonly (infer T)[]
    ? T[]
    : PageSignals[K];
} & { readonly meta: Map<string, string[]> };

const READERS: Readonly<Record<string, (element: HtmlElement, signals: MutableSignals) => void>> = {
  meta: readMeta,
  link: (element, signals) => signals.links.push(element),
  script: (element, signals) => {
    if (/ld\+json/i.test(attribute(element, 'type'))) signals.dataBlocks.push(element.children.join(''));
  },
  title: (element, signals) => signals.titles.push(element),
  h1: (element, signals) => push(signals.headings, element),
  h2: (element, signals) => push(signals.headings, element),
  h3: (element, signals) => push(signals.headings, element),
  time: (element, signals) => push(signals.times, element),
  abbr: (element, signals) => {
    if (/published|date/.test(attribute(element, 'class'))) push(signals.times, element);
  },
  html: (element, signals) => {
    signals.language ||= attribute(element, 'lang') || attribute(element, 'xml:lang');
  },
  base: (element, signals) => {
    signals.base ||= attribute(element, 'href');
  },
};

/** Only the first elements matter; a page with more of them is a list. */
function push(elements: HtmlElement[], element: HtmlElement): void {
  if (elements.length < MAX_PER_KIND) elements.push(element);
}

const MAX_PER_KIND = 200;

function readMeta(element: HtmlElement, signals: MutableSignals): void {
  const content = attribute(element, 'content').trim();
  if (!content) return;
  for (const key of ['name', 'property', 'itemprop', 'http-equiv']) {
    for (const name of attribute(element, key).toLowerCase().split(/\s+/)) {
      if (!name) continue;
      const values = signals.meta.get(name);
      if (values && values.length < MAX_PER_KIND) values.push(content);
      else if (!values) signals.meta.set(name, [content]);
    }
  }
}

function namesAuthor({ attributes, tag }: HtmlElement): boolean {
  if (tag === 'meta' || tag === 'link' || tag === 'body' || tag === 'html') return false;
  if (attributes['rel']?.includes('author') || attributes['itemprop']?.includes('author')) return true;
  const names = attributes['class'];
  return (names !== undefined && AUTHOR_NAMES.test(names)) || AUTHOR_NAMES.test(attributes['id'] ?? '');
}

const AUTHOR_NAMES =
  /author|byline|by-line|autor|verfasser|redakteur|writer|vcard|contributor|journalist|p-name|posted-?by|credits?-name|firma\b|signature/i;
const DATE_NAMES =
  /date|datum|time|publish|posted|veroeffentlicht|fecha|byline|post-?meta|entry-?meta|article-?meta|meta|info|stand|created|data\b|kopf|details|submitted/i;

/** The first value of the first of these names that has one. */
export function firstMeta(signals: PageSignals, names: readonly string[]): string {
  for (const name of names) {
    const value = signals.meta.get(name)?.[0];
    if (value) return value;
  }
  return '';
}
