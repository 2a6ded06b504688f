import type { Article, ArticleExtras, ArticleOrigin } from '../../model/article.ts';
import {
  bool,
  type Column,
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

/** Columns of `articles` as the rest of the program knows them. */
export const ARTICLE_COLUMNS: Statement = sql`
  id, stored_at, source_id, url, guid, title, summary, body_html, body_text, published_at, has_own_date, modified_at,
  authors, categories, language, section, image_url, image_width, image_height, word_count, extras, origin, fetch_id
`;

export function articleFrom({ imageUrl, imageWidth, imageHeight, ...rest }: ArticleRow): Article {
  const image = imageUrl === null ? null : { url: imageUrl, width: imageWidth, height: imageHeight };
  return { ...rest, image };
}

/** What this folder wrote with the types of the model, so it is read back with them. */
const origin: Column<ArticleOrigin> = { ...text, decode: value => knownOrigin(value) };
const extras: Column<ArticleExtras> = { ...jsonb, decode: value => JSON.parse(value) };

function knownOrigin(value: string): ArticleOrigin {
  const found = ORIGINS.find(known => known === value);
  if (found === undefined) throw new RangeError(`an article has no origin '${value}'`);
  return found;
}

const ORIGINS: readonly ArticleOrigin[] = ['feed', 'page', 'api', 'submit'];

export const ArticleRow = row({
  id: uuid,
  stored_at: timestamptz,
  source_id: uuid,
  url: text,
  guid: nullable(text),
  title: text,
  summary: text,
  body_html: text,
  body_text: text,
  published_at: timestamptz,
  has_own_date: bool,
  modified_at: nullable(timestamptz),
  authors: textArray,
  categories: textArray,
  language: nullable(text),
  section: nullable(text),
  image_url: nullable(text),
  image_width: nullable(int4),
  image_height: nullable(int4),
  word_count: int4,
  extras: nullable(extras),
  origin,
  fetch_id: nullable(uuid),
});
type ArticleRow = RowOf<typeof ArticleRow>;

export const RevisionRow = row({
  id: uuid,
  article_id: uuid,
  seen_at: timestamptz,
  title: text,
  summary: text,
  body_html: text,
  body_text: text,
  modified_at: nullable(timestamptz),
  fetch_id: nullable(uuid),
});
