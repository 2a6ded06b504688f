import { ManualClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { seededRandom } from '../../src/lib/random.ts';
import {
  bool,
  int4,
  int8,
  jsonb,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../src/platform/database/rows.ts';
import { json, type Statement, sql } from '../../src/platform/database/sql.ts';

/** Rows as wide as those of the program: an article with eleven columns of the types in its schema. */
export const CORPUS = {
  name: 'made-up articles (seed 1)',
  size: '20,000 rows of 11 columns, 530 bytes each',
};
const ARTICLES = 20_000;

export const article = row({
  id: uuid,
  source_id: uuid,
  title: text,
  summary: text,
  language: text,
  published_at: timestamptz,
  topics: textArray,
  details: jsonb,
  words: int4,
  views: int8,
  breaking: bool,
});
export type Article = RowOf<typeof article>;

export const SCHEMA = `
  create table articles (
    id uuid primary key, source_id uuid not null, title text not null, summary text not null,
    language text not null, published_at timestamptz not null, topics text[] not null, details jsonb not null,
    words int not null, views bigint not null, breaking boolean not null
  );
  create table events (
    id uuid primary key, article_id uuid not null, details jsonb not null,
    happened_at timestamptz not null default now()
  );
  create table counts (article_id uuid primary key, reads bigint not null);
  create table batches (
    id uuid primary key, title text not null, details jsonb not null, happened_at timestamptz not null
  );
`;

export interface Corpus {
  /** Statements that fill the tables, 1,000 rows each. */
  readonly load: readonly Statement[];
  newId(): string;
  /** A random row of the corpus, in the same sequence in every run. */
  anyArticleId(): string;
  /** An id with at least `size` ids after it. */
  pageStart(size: number): string;
}

export function createCorpus(): Corpus {
  const random = seededRandom(1);
  const newId = createIdSource(new ManualClock(), random);
  const articles = Array.from({ length: ARTICLES }, () => makeArticle(newId(), newId(), random.fraction));
  const load: Statement[] = [];
  for (let from = 0; from < ARTICLES; from += 1_000)
    load.push(insertArticles(articles.slice(from, from + 1_000)));
  load.push(sql`insert into counts select id, 0 from articles`);
  const articleIds = articles.map(({ id }) => id);
  const pageStart = (size: number) => articleIds[Math.floor(random.fraction() * (ARTICLES - size))] ?? '';
  return { load, newId, anyArticleId: () => pageStart(0), pageStart };
}

/** The lines of `copy batches from stdin` and the arrays of `unnest` hold the same rows. */
export function batchRows(corpus: Corpus, size: number): BatchRow[] {
  return Array.from({ length: size }, (_, index) => ({
    id: corpus.newId(),
    title: `Council votes on the "harbour" plan, part ${index}`,
    details: { part: index, tags: ['harbour', 'council'], note: 'quoted "word", and a \\ slash' },
    happenedAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
  }));
}

export function copyLines(rows: readonly BatchRow[]): Buffer {
  const escaped = (field: string) =>
    field.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
  const line = ({ id, title, details, happenedAt }: BatchRow) =>
    `${[id, escaped(title), escaped(json(details)), happenedAt.toISOString()].join('\t')}\n`;
  return Buffer.from(rows.map(line).join(''));
}

function makeArticle(id: string, sourceId: string, fraction: () => number): Article {
  const words = 200 + Math.floor(fraction() * 1_200);
  return {
    id,
    sourceId,
    title: `Harbour council delays its vote for the ${words}th time`,
    summary: 'The vote was moved again after a night of talks that ended where it had begun. '.repeat(3),
    language: fraction() < 0.7 ? 'en' : 'de',
    publishedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(fraction() * 86_400_000)),
    topics: ['politics', 'local', 'harbour'],
    details: { author: 'A. Writer', image: 'https://example.org/image.jpg', paragraphs: words % 17 },
    words,
    views: Math.floor(fraction() * 1_000_000),
    breaking: fraction() < 0.01,
  };
}

/** text[] cannot hold arrays of different lengths, so the topics are one JSON text per row. */
function insertArticles(articles: readonly Article[]): Statement {
  return sql`
    insert into articles
    select id, source_id, title, summary, language, published_at,
           array(select jsonb_array_elements_text(topics::jsonb)), details::jsonb, words, views, breaking::boolean
    from unnest(
      ${articles.map(a => a.id)}::uuid[], ${articles.map(a => a.sourceId)}::uuid[],
      ${articles.map(a => a.title)}::text[], ${articles.map(a => a.summary)}::text[],
      ${articles.map(a => a.language)}::text[], ${articles.map(a => a.publishedAt)}::timestamptz[],
      ${articles.map(a => json(a.topics))}::text[], ${articles.map(a => json(a.details))}::text[],
      ${articles.map(a => a.words)}::int[], ${articles.map(a => a.views)}::bigint[],
      ${articles.map(a => String(a.breaking))}::text[]
    ) as a (id, source_id, title, summary, language, published_at, topics, details, words, views, breaking)`;
}

export interface BatchRow {
  readonly id: string;
  readonly title: string;
  readonly details: { readonly part: number; readonly tags: string[]; readonly note: string };
  readonly happenedAt: Date;
}
