import type { Article, ArticleExtras, ArticleOrigin } from '../../model/article.ts';
import {
  bool,
  type ColumnType,
  int4,
  jsonb,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import { hashOfContent } from './hashes.ts';

/** How a type is read from a row, and written in COPY's text format. */
interface CopyType<T> extends ColumnType<T> {
  readonly write: (value: T) => string;
}

const UUID = copyType(uuid, id => id);
const TEXT = copyType(text, escapeText);
const TEXTS = copyType(textArray, items => escapeText(arrayLiteral(items)));
const TIME = copyType(timestamptz, at => at.toISOString());
const BOOL = copyType(bool, String);
const INTEGER = copyType(int4, String);
/** This folder wrote these columns with the types of the model, so it reads them with the same types. */
const EXTRAS = copyType<ArticleExtras>({ ...jsonb, decode: value => JSON.parse(value) }, extras =>
  escapeText(JSON.stringify(extras)),
);
const ORIGIN = copyType<ArticleOrigin>({ ...text, decode: knownOrigin }, origin => origin);

/**
 * The columns of `articles`: the row type, the select list and the lines of COPY derive from this list. A new field is
 * a line here, its type in `NewArticle`, and a migration; without one of the first two the program does not compile.
 */
const COLUMNS = {
  id: column(UUID, ({ id }) => id),
  stored_at: column(TIME, ({ storedAt }) => storedAt),
  source_id: column(UUID, ({ sourceId }) => sourceId),
  url: column(TEXT, ({ url }) => url),
  guid: column(optional(TEXT), ({ guid }) => guid),
  title: column(TEXT, ({ title }) => title),
  summary: column(TEXT, ({ summary }) => summary),
  body_html: column(TEXT, ({ bodyHtml }) => bodyHtml),
  body_text: column(TEXT, ({ bodyText }) => bodyText),
  published_at: column(TIME, ({ publishedAt }) => publishedAt),
  has_own_date: column(BOOL, ({ hasOwnDate }) => hasOwnDate),
  modified_at: column(optional(TIME), ({ modifiedAt }) => modifiedAt),
  authors: column(TEXTS, ({ authors }) => authors),
  categories: column(TEXTS, ({ categories }) => categories),
  language: column(optional(TEXT), ({ language }) => language),
  section: column(optional(TEXT), ({ section }) => section),
  image_url: column(optional(TEXT), ({ image }) => image?.url ?? null),
  image_width: column(optional(INTEGER), ({ image }) => image?.width ?? null),
  image_height: column(optional(INTEGER), ({ image }) => image?.height ?? null),
  word_count: column(INTEGER, ({ wordCount }) => wordCount),
  extras: column(optional(EXTRAS), ({ extras }) => extras),
  origin: column(ORIGIN, ({ origin }) => origin),
  fetch_id: column(optional(UUID), ({ fetchId }) => fetchId),
};

/** Written with the article, and read only by the statements that look for revisions. */
const WRITTEN_COLUMNS = { ...COLUMNS, content_hash: column(UUID, hashOfContent) };

export const ArticleRow = row(COLUMNS);
type ArticleRow = RowOf<typeof ArticleRow>;

export const ARTICLE_COLUMNS: Statement = { text: Object.keys(COLUMNS).join(', '), values: [] };

const WRITTEN_NAMES: Statement = { text: Object.keys(WRITTEN_COLUMNS).join(', '), values: [] };
export const COPY_ARTICLES: Statement = sql`copy articles (${WRITTEN_NAMES}) from stdin`;

const WRITERS = Object.values(WRITTEN_COLUMNS).map(({ copyText }) => copyText);

/** A line of COPY_ARTICLES. */
export function copyLineOf(article: Article): string {
  return `${WRITERS.map(copyText => copyText(article)).join('\t')}\n`;
}

export function articleFrom({ imageUrl, imageWidth, imageHeight, ...rest }: ArticleRow): Article {
  const image = imageUrl === null ? null : { url: imageUrl, width: imageWidth, height: imageHeight };
  return { ...rest, image };
}

function copyType<T>(type: ColumnType<T>, write: (value: T) => string): CopyType<T> {
  return { ...type, write };
}

function optional<T>({ write, ...type }: CopyType<T>): CopyType<T | null> {
  return { ...nullable(type), write: value => (value === null ? NULL : write(value)) };
}

function column<T>({ write, ...type }: CopyType<T>, read: (article: Article) => T): ArticleColumn<T> {
  return { ...type, copyText: article => write(read(article)) };
}

/** Characters with a meaning in COPY are escaped, and U+0000, which PostgreSQL cannot store, is dropped. */
function escapeText(value: string): string {
  return value.replace(SPECIAL, character => ESCAPES[character] ?? character);
}

/** The literal of a text[]. */
function arrayLiteral(items: readonly string[]): string {
  return `{${items.map(item => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join()}}`;
}

function knownOrigin(value: string): ArticleOrigin {
  const found = ORIGINS.find(known => known === value);
  if (found === undefined) throw new RangeError(`'${value}' is not a known origin of an article`);
  return found;
}

const ORIGINS: readonly ArticleOrigin[] = ['feed', 'page', 'api', 'submit'];
const NULL = '\\N';
const SPECIAL = /[\\\t\n\r\0]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '',
};

interface ArticleColumn<T> extends ColumnType<T> {
  readonly copyText: (article: Article) => string;
}
