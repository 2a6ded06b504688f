import { attribute, type HtmlElement } from '../dom/element.ts';
import { textOf } from '../dom/text.ts';
import { plainWords } from '../similar.ts';
import { cleanAuthors } from './author-names.ts';
import type { ArticleData } from './json-ld.ts';
import { firstMeta, type PageSignals } from './page-signals.ts';

/**
 * The authors of the article: names only, in page order. Where a page names the site as its author, a person named
 * elsewhere on the page is preferred.
 */
export function findAuthors(page: SignedPage): string[] {
  let weak: string[] = [];
  for (const source of [fromData, fromMeta, fromProperties, fromLinks, fromNames, fromLines]) {
    const authors = cleanAuthors(source(page));
    const people = authors.filter(name => !isSite(name, page));
    if (people.length > 0) return people;
    if (weak.length === 0) weak = authors;
  }
  return weak;
}

function isSite(name: string, { siteName, url }: SignedPage): boolean {
  const words = plainWords(name);
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
  const label = host.split('.').at(-2) ?? '';
  if (words === plainWords(siteName) || words === plainWords(host)) return true;
  const joined = words.replaceAll(' ', '');
  return (
    (label.length > 3 && (joined === label || joined === label.replaceAll('-', ''))) ||
    /\.(?:com|de|net|org|at|ch|fr|eu|info)$/i.test(name)
  );
}

export interface SignedPage {
  readonly signals: PageSignals;
  readonly data: ArticleData | null;
  readonly siteName: string;
  readonly url: string;
  /** The first lines of text around the headline. */
  readonly lines: readonly string[];
}

function fromData({ data }: SignedPage): readonly string[] {
  return data?.authors ?? [];
}

function fromMeta({ signals }: SignedPage): readonly string[] {
  for (const name of META_NAMES) {
    const values = (signals.meta.get(name) ?? []).filter(
      value => !/^https?:|^\/|^@|facebook\.com/.test(value),
    );
    if (values.length > 0) return values;
  }
  return [];
}

const META_NAMES = [
  'author',
  'article:author',
  'article:author_name',
  'og:article:author',
  'og:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'dc:creator',
  'dcterms.creator',
  'dc.contributor',
  'byl',
  'byline',
  'citation_author',
  'cxenseparse:author',
  'rbauthors',
  'creator',
  'article.author',
  'authors',
  'shareaholic:article_author_name',
  'twitter:data1',
  'writer',
  'vr:author',
];

function fromProperties({ signals }: SignedPage): readonly string[] {
  for (const element of signals.properties) {
    if (!/(?:^|\s)(?:author|creator)(?:\s|$)/.test(attribute(element, 'itemprop')) || insideOther(element))
      continue;
    const names = properNames(element);
    if (names.length > 0) return names;
  }
  return [];
}

function properNames(element: HtmlElement): string[] {
  const content = attribute(element, 'content');
  if (content) return [content];
  const names: string[] = [];
  const walk = (at: HtmlElement): void => {
    for (const child of at.children) {
      if (typeof child === 'string') continue;
      if (/(?:^|\s)name(?:\s|$)/.test(attribute(child, 'itemprop')))
        names.push(attribute(child, 'content') || textOf(child));
      else walk(child);
    }
  };
  walk(element);
  return names.length > 0 ? names : [textOf(element)];
}

function fromLinks({ signals }: SignedPage): readonly string[] {
  const linked = signals.authors.filter(
    element =>
      element.tag === 'a' &&
      /(?:^|\s)author(?:\s|$)/.test(attribute(element, 'rel')) &&
      !insideOther(element),
  );
  return distinct(linked.map(textOf)).slice(0, MAX_AUTHORS);
}

/** Elements named as an author. */
function fromNames({ signals }: SignedPage): readonly string[] {
  for (const pattern of [NAME_OF_AUTHOR, BYLINE, ANY_AUTHOR]) {
    for (const element of signals.authors) {
      if (!pattern.test(`${attribute(element, 'class')} ${attribute(element, 'id')}`) || insideOther(element))
        continue;
      const text = textOf(element);
      if (text.length < 2 || text.length > 150) continue;
      const linked = linkTexts(element);
      const found = cleanAuthors(linked.length > 0 && linked.length <= MAX_AUTHORS ? linked : [text]);
      if (found.length > 0) return found;
    }
  }
  return [];
}

const NAME_OF_AUTHOR =
  /author[-_]*name|author[-_]*link|byline[-_]*name|byline[-_]*author|post[-_]*author|entry[-_]*author|article[-_]*author|autor[-_]*name|p-author|\bfn\b|author-display|url fn/i;
const BYLINE = /byline|by-line|(?:^|[\s_-])(?:author|autor|autoren|writer|verfasser)(?:[\s_-]|$)/i;
const ANY_AUTHOR = /author|autor|posted-?by|journalist|firma|redakteur/i;
const MAX_AUTHORS = 6;

function linkTexts(element: HtmlElement): string[] {
  const texts: string[] = [];
  const walk = (at: HtmlElement): void => {
    for (const child of at.children) {
      if (typeof child === 'string') continue;
      if (
        child.tag === 'a' &&
        /author|autor|redaktion|people|person|profil|user|team|staff|by\//i.test(
          attribute(child, 'href') + attribute(child, 'class'),
        )
      )
        texts.push(textOf(child));
      else walk(child);
    }
  };
  walk(element);
  return distinct(texts);
}

/** "By Jane Doe", "Von Erika Mustermann" on a separate line near the headline. */
function fromLines({ lines }: SignedPage): readonly string[] {
  for (const line of lines) {
    if (line.length > 120) continue;
    const match = SIGNED.exec(line);
    if (match?.[1]) return [match[1]];
  }
  return [];
}

const SIGNED =
  /^\W*(?:(?:(?:ein )?(?:gast)?(?:beitrag|text|artikel|kommentar|interview|bericht|rezept|analyse)s? von|written by|posted by|(?:veröffentlicht|geschrieben|verfasst|gepostet|erstellt|eingestellt)(?: am .{4,40}?)? (?:von|durch)|(?:autor|autorin|author|verfasser|redaktion|text|por|autore|auteur)\s*:|von:|by:?|par|por|von|di|door|av|af)\s+)((?:\p{Lu}[\p{L}.'’-]+|\p{L}{1,3}\.?)(?:(?:,? und |,? and | & |, | y | et )?\s?(?:von |van |de |der |zu |del |di |da |le |la )?\p{Lu}[\p{L}.'’-]*){0,7})\s*(?:$|[|,•·–-]|\d|\bam\b|\bon\b|\bin\b|\bum\b)/iu;

function insideOther(element: HtmlElement): boolean {
  let depth = 0;
  for (let at: HtmlElement | null = element; at && depth < 12; at = at.parent, depth++) {
    if (at.tag === 'aside' || at.tag === 'nav') return true;
    if (at.tag === 'body' || at.tag === 'article' || at.tag === 'main') return false;
    if (OTHER.test(`${attribute(at, 'class')} ${attribute(at, 'id')}`)) return true;
  }
  return false;
}

const OTHER =
  /comment(?!s-link)|kommentar|related|sidebar|widget|teaser|recent|popular|latest|trending|recommend|\bnav|menu/i;

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter(text => text.length > 0))];
}

export function siteNameOf(signals: PageSignals, data: ArticleData | null): string {
  return (
    firstMeta(signals, [
      'og:site_name',
      'application-name',
      'apple-mobile-web-app-title',
      'twitter:site',
      'dc.publisher',
    ]) ||
    (data?.publisher ?? '')
  );
}
