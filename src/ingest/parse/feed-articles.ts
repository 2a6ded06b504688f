import { isWebAddress } from '../../lib/web-address.ts';
import { ABSENT_FIELDS, type ArticleExtras, type ArticleImage } from '../../model/article.ts';
import type { DocumentItem, FeedDocument, UpdatePeriod } from '../../model/feed-document.ts';
import { countWords } from '../extract/word-count.ts';
import { excerptOf, plainTextOf, sanitiseHtml, titleText } from '../sanitise/index.ts';
import { parseFeedDocument } from './feed/index.ts';
import { itemAddress } from './item-link.ts';
import { plausibleDate } from './plausible-date.ts';
import { type AddressedItem, type ParsedItem, separateItems, withoutSharedIds } from './separate-items.ts';
import { firstImage } from './text/html-urls.ts';

/** Parses the bytes of a feed into articles to be stored: pure, and run in a parser thread (PARSE-6). */
export function parseFeedArticles(bytes: Uint8Array, context: ParseParams): ParsedDocument {
  const document = parseFeedDocument(bytes, context);
  const whole = withoutSharedIds(withoutCutItem(document));
  const found = whole.flatMap(item => toParsedItem(item, document, context) ?? []);
  const items = context.oneItemPerPage ? found.map(({ parsed }) => parsed) : separateItems(found);
  return {
    title: document.title,
    homePage: document.link,
    language: document.language,
    self: document.self,
    hubs: document.hubs,
    ttlMinutes: document.ttlMinutes,
    updateSeconds: updateSeconds(document),
    skipHours: document.skipHours,
    skipDays: document.skipDays,
    items,
    skipped: document.items.length - items.length,
    recovered: document.recovered,
  };
}

/** An item that is cut before its id and address would get another address than the whole one. */
function withoutCutItem({ items, recovered }: FeedDocument): readonly DocumentItem[] {
  const last = items.at(-1);
  const isNamed = (last?.id ?? last?.link ?? last?.enclosures[0]) !== undefined;
  return isNamed || !recovered.some(({ kind }) => kind === 'truncated') ? items : items.slice(0, -1);
}

function toParsedItem(
  item: DocumentItem,
  document: FeedDocument,
  context: ParseParams,
): AddressedItem | null {
  const address = itemAddress(item, document, context.url);
  if (address === null) return null;
  const { url, kind } = address;
  const html = sanitiseHtml(item.content ?? item.summary ?? '', { baseUrl: url });
  const text = plainTextOf(html);
  const isSummary = text.length < (hasOwnContent(item) ? FULL_CONTENT : FULL_TEXT);
  const wantsPage = context.readsPages && kind === 'page' && isSummary;
  const date = plausibleDate(item.published ?? item.updated, context.now);
  const summary = summaryOf(item, text);
  // An item without a title, a text or its own address has nothing to show.
  if (kind === 'source' && text === '' && summary === '' && titleText(item.title ?? '') === '') return null;
  const parsed: ParsedItem = {
    wantsPage,
    article: {
      ...ABSENT_FIELDS,
      sourceId: context.sourceId,
      url,
      // The feed keeps this address, also when the page has another canonical one.
      guid: item.id ?? (wantsPage ? url : null),
      title: titleOf(item, text, url),
      summary,
      bodyHtml: html,
      bodyText: text,
      publishedAt: date.at,
      hasOwnDate: date.isOwn,
      modifiedAt: item.updated === null ? null : plausibleDate(item.updated, context.now).at,
      authors: names(item.authors.length > 0 ? item.authors : document.authors),
      categories: [...new Set(item.categories.map(({ name }) => name.slice(0, 200)))].slice(0, MAX_NAMES),
      language: item.language ?? document.language ?? context.language,
      image: imageOf(item, html),
      wordCount: countWords(text),
      extras: extrasOf(item),
      origin: 'feed',
      fetchId: context.fetchId,
    },
  };
  return { item, parsed, hasOwnAddress: kind !== 'source' };
}

function summaryOf(item: DocumentItem, text: string): string {
  const own = item.summary === null ? '' : plainTextOf(sanitiseHtml(item.summary));
  return excerptOf(own === '' ? text : own, SUMMARY_LENGTH);
}

/** Never empty: people click on the title. */
function titleOf({ title }: DocumentItem, text: string, url: string): string {
  const own = title === null ? '' : titleText(title);
  if (own !== '') return excerptOf(own, TITLE_LENGTH);
  return text === '' ? new URL(url).host : excerptOf(text, 90);
}

function imageOf(item: DocumentItem, html: string): ArticleImage | null {
  const media = item.media.find(({ kind }) => kind === 'image');
  const enclosure = item.enclosures.find(({ type }) => type?.startsWith('image/'));
  const url = item.image ?? media?.url ?? enclosure?.url ?? firstImage(html);
  if (!isWebAddress(url)) return null;
  const size = media?.url === url ? media : null;
  return { url, width: size?.width ?? null, height: size?.height ?? null };
}

function extrasOf(item: DocumentItem): ArticleExtras | null {
  const enclosures = item.enclosures.filter(({ type }) => !type?.startsWith('image/')).slice(0, MAX_NAMES);
  const extras: ArticleExtras = {
    ...(enclosures.length > 0 ? { enclosures: enclosures.map(({ url, type }) => ({ url, type })) } : {}),
    ...(item.comments === null ? {} : { commentsUrl: item.comments }),
    ...(item.geo === null ? {} : { place: { latitude: item.geo.latitude, longitude: item.geo.longitude } }),
    ...(item.source?.title ? { via: { name: item.source.title, url: item.source.link } } : {}),
  };
  return Object.keys(extras).length === 0 ? null : extras;
}

function names(people: readonly { readonly name: string }[]): string[] {
  return [...new Set(people.map(({ name }) => titleText(name).slice(0, 200)))]
    .filter(Boolean)
    .slice(0, MAX_NAMES);
}

function hasOwnContent({ content, summary }: DocumentItem): boolean {
  return content !== null && summary !== null && content !== summary;
}

/** DEDUP-6: what is not stored is shown beside the fetch. */
export function leftOut({ skipped }: Pick<ParsedDocument, 'skipped'>): string | null {
  return skipped === 0 ? null : `${skipped} left out: cut off, or no title, no text and no address`;
}

function updateSeconds({ updatePeriod, updateFrequency }: FeedDocument): number | null {
  return updatePeriod === null ? null : PERIOD_SECONDS[updatePeriod] / Math.max(1, updateFrequency ?? 1);
}

/** Shorter texts count as summaries: the article's page is fetched where the source allows it. */
const FULL_TEXT = 900;
/** The threshold for content beside a separate summary, which is usually complete. */
const FULL_CONTENT = 300;
const SUMMARY_LENGTH = 400;
const TITLE_LENGTH = 300;
const MAX_NAMES = 20;
const PERIOD_SECONDS: Readonly<Record<UpdatePeriod, number>> = {
  hourly: 3_600,
  daily: 86_400,
  weekly: 604_800,
  monthly: 2_592_000,
  yearly: 31_536_000,
};

export interface ParseParams {
  readonly sourceId: string;
  readonly fetchId: string;
  readonly url: string;
  readonly contentType: string | null;
  /** Of the source, for items without a language. */
  readonly language: string | null;
  readonly readsPages: boolean;
  /** Links of a list page: several links to one page are one article. */
  readonly oneItemPerPage?: boolean;
  readonly now: number;
}

export interface ParsedDocument {
  readonly title: string | null;
  readonly homePage: string | null;
  readonly language: string | null;
  readonly self: string | null;
  readonly hubs: readonly string[];
  readonly ttlMinutes: number | null;
  readonly updateSeconds: number | null;
  readonly skipHours: readonly number[];
  readonly skipDays: readonly number[];
  readonly items: readonly ParsedItem[];
  /** Items that are cut off, or have no title, no text and no address. */
  readonly skipped: number;
  readonly recovered: FeedDocument['recovered'];
}
