import { attribute, type HtmlElement } from '../dom/element.ts';
import { textOf } from '../dom/text.ts';
import { type FoundDate, findDate, formatDate } from './calendar.ts';
import type { ArticleData } from './json-ld.ts';
import { inLocalTime } from './local-time.ts';
import type { PageSignals } from './page-signals.ts';

/**
 * When the article was published and last modified. Structured data comes first (schema.org, meta elements), then the
 * address, then the text near the headline; a time of modification counts as the time of publication only when nothing
 * else is known.
 */
export function findTimes(page: DatedPage): { published: string | null; modified: string | null } {
  const { signals, data } = page;
  const modified = inMeta(signals, MODIFIED) ?? parse(data?.modified) ?? byProperty(signals, /dateModified/i);
  const published =
    parse(data?.published) ??
    inMeta(signals, PUBLISHED_NAMES) ??
    byProperty(signals, /datePublished|dateCreated|pubdate/i) ??
    inAddress(page.url) ??
    inTimes(page, true) ??
    inNamed(page) ??
    inTimes(page, false) ??
    inLines(page) ??
    inMeta(signals, SOME_DATE) ??
    modified;
  return {
    published: published && formatDate(inLocalTime(published, near(page), readsMonthFirst(signals))),
    modified: modified && formatDate(modified),
  };
}

/** The lines around the headline, where a page shows its time. */
function near({ lines }: DatedPage): readonly string[] {
  return lines.slice(0, NEAR_HEADLINE);
}

const NEAR_HEADLINE = 25;

export interface DatedPage {
  readonly signals: PageSignals;
  readonly data: ArticleData | null;
  readonly url: string;
  readonly title: string;
  /** The first lines of text around the headline, then those of the rest of the page. */
  readonly lines: readonly string[];
}

const PUBLISHED_NAMES = [
  'article:published_time',
  'article:published',
  'og:article:published_time',
  'og:published_time',
  'datepublished',
  'date.published',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date.created',
  'dc:date.created',
  'dcterms.created',
  'dc.date',
  'dcterms.date',
  'dc:date',
  'publication_date',
  'publish_date',
  'publish-date',
  'publishdate',
  'pubdate',
  'og:pubdate',
  'pub_date',
  'published_time',
  'published-date',
  'publication-date',
  'article:post_date',
  'article.published',
  'article_date_original',
  'originalpublicationdate',
  'cxenseparse:recs:publishtime',
  'cxenseparse:publishtime',
  'displaydate',
  'date',
  'article-date',
  'release_date',
  'bt:pubdate',
  'rnews:datepublished',
  'shareaholic:article_published_time',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'datecreated',
  'created',
  'og:release_date',
  'video:release_date',
  'timestamp',
  'live_date',
  'pdate',
  'ptime',
  'prism.publicationdate',
  'eprints.date',
  'article:create_time',
  'date-published',
];
const MODIFIED = [
  'article:modified_time',
  'og:article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'lastmod',
  'modified',
  'dcterms.modified',
  'dc.date.modified',
  'dc:date.modified',
  'article:modified',
  'revision_date',
  'updated_time',
  'date.modified',
  'article:updated_time',
];
const SOME_DATE = ['citation_year', 'revised', 'date.available', 'dc.date.available'];

function inMeta(signals: PageSignals, names: readonly string[]): FoundDate | null {
  for (const name of names) {
    for (const value of signals.meta.get(name) ?? []) {
      const found = parse(value);
      if (found) return found;
    }
  }
  return null;
}

/** Values in data: written dates, and seconds or milliseconds since 1970. */
function parse(value: string | undefined): FoundDate | null {
  if (!value || value.length > 100) return null;
  const seconds = /^(\d{10})(\d{3})?$/.exec(value.trim());
  return seconds ? findDate(new Date(Number(seconds[1]) * 1_000).toISOString()) : findDate(value);
}

function byProperty(signals: PageSignals, property: RegExp): FoundDate | null {
  for (const element of signals.properties) {
    if (!property.test(attribute(element, 'itemprop'))) continue;
    const found = ofElement(element);
    if (found) return found;
  }
  return null;
}

function ofElement(element: HtmlElement): FoundDate | null {
  const machine = parse(
    attribute(element, 'datetime') || attribute(element, 'content') || attribute(element, 'data-datetime'),
  );
  return machine ?? parse(textOf(element).slice(0, 100)) ?? parse(attribute(element, 'title'));
}

/** `/2019/03/12/title` and `/2019-03-12-title`; a year and month alone are not enough. */
function inAddress(url: string): FoundDate | null {
  const match =
    /[/_.-]((?:19|20)\d\d)([/_.-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?=[/_.-]|$)/.exec(url) ??
    /[/_-]((?:20)\d\d)()(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=[/_.-]|$)/.exec(url);
  if (!match) return null;
  return findDate(`${match[1]}-${(match[3] ?? '').padStart(2, '0')}-${(match[4] ?? '').padStart(2, '0')}`);
}

/** `time` elements; those marked as the date of publication come first. */
function inTimes({ signals }: DatedPage, said: boolean): FoundDate | null {
  for (const element of signals.times) {
    const names = `${attribute(element, 'class')} ${attribute(element, 'itemprop')} ${attribute(element.parent ?? element, 'class')}`;
    if (/modif|updat|comment|upcoming|event/i.test(names) || insideOther(element)) continue;
    if (
      said &&
      !('pubdate' in element.attributes) &&
      !/publish|posted|entry-date|post-date|created/i.test(names)
    )
      continue;
    const found = ofElement(element);
    if (found) return found;
  }
  return null;
}

/** Dates of comments, of teasers and of the site's furniture are not the article's. */
function insideOther(element: HtmlElement): boolean {
  let depth = 0;
  for (let at: HtmlElement | null = element; at && depth < 12; at = at.parent, depth++) {
    if (at.tag === 'aside' || at.tag === 'footer' || at.tag === 'nav') return true;
    if (at.tag === 'body' || at.tag === 'article' || at.tag === 'main') return false;
    if (OTHER.test(`${attribute(at, 'class')} ${attribute(at, 'id')}`)) return true;
  }
  return false;
}

const OTHER =
  /comment|kommentar|related|sidebar|widget|teaser|recent|popular|footer|latest|trending|recommend|\bnav|menu|ticker|calendar|event/i;

function inNamed({ signals }: DatedPage): FoundDate | null {
  const monthFirst = readsMonthFirst(signals);
  for (const element of signals.dates) {
    if (insideOther(element)) continue;
    const text = textOf(element);
    if (text.length < 6 || text.length > 160) continue;
    const found = findDate(
      text.replace(/^.{0,40}?(?:aktualisiert|updated|modified|geändert).*$/i, ''),
      monthFirst,
    );
    if (found) return found;
  }
  return null;
}

/** Dates in the text: lines such as "Published ..." first, then any short line with a date. */
function inLines({ lines, signals }: DatedPage): FoundDate | null {
  const monthFirst = readsMonthFirst(signals);
  for (const pattern of [SAYS_PUBLISHED, null]) {
    for (const line of lines) {
      if (
        line.length > (pattern ? 300 : 120) ||
        (pattern && !pattern.test(line)) ||
        /©|copyright/i.test(line)
      )
        continue;
      const found = findDate(line, monthFirst);
      if (found) return found;
    }
  }
  return null;
}

const SAYS_PUBLISHED =
  /veröffentlicht|publiziert|erschienen|erstellt|eingestellt|geschrieben|verfasst|gepostet|datum|stand:|vom \d|published|posted|written|created|publicado|publié|pubblicato|geplaatst|opublikowano|\bdate:/i;

/** 3/12/2019 is the twelfth of March in American pages only. */
function readsMonthFirst(signals: PageSignals): boolean {
  const language = signals.language || signals.meta.get('og:locale')?.[0] || '';
  return /^en(?:[-_]us)?$/i.test(language);
}
