import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import pg from 'pg';
import { systemClock } from '../../src/lib/clock.ts';
import { stemOf } from '../../src/search/analysis/stems.ts';
import { isStopWord } from '../../src/search/analysis/stop-words.ts';
import { createEmbeddedEngine } from '../../src/search/engine/embedded/engine.ts';
import type { SearchEngine } from '../../src/search/engine/port.ts';
import { parseQuery } from '../../src/search/query/parse.ts';
import type { SearchDocument } from '../../src/search/search-document.ts';
import { NEWEST } from './corpus.ts';
import type { Query } from './queries.ts';

/** Broadsheet with everything a page shows: facets, total and stories. The last word counts as a prefix. */
export async function broadsheet(keptIn: string | undefined): Promise<Contender> {
  const folder = keptIn ?? mkdtempSync(path.join(tmpdir(), 'broadsheet-bench-search-'));
  const engine = createEmbeddedEngine({ folder, threads: availableParallelism(), clock: systemClock });
  return {
    name: 'Broadsheet',
    engine,
    kept: () => engine.count(),
    put: documents => engine.put(documents),
    ready: async () => {
      await engine.flush();
      await engine.search(parseQuery('warm'));
    },
    search: async ({ text, filters }) => {
      const options = { isGrouped: true, hasFacets: true, now: new Date(NEWEST), filters: filters ?? {} };
      return (await engine.search(parseQuery(text), options)).hits.length;
    },
    bytes: async () => (await engine.figures()).bytes,
    close: async () => {
      await engine.close();
      if (keptIn === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Weighted vectors, a GIN index, ts_rank; sixteen connections. No facets, no total. */
export async function postgres(url: string): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  await pool.query(
    `create table articles (id uuid, source text, topics text[], published_at timestamptz, vector tsvector)`,
  );
  return {
    name: 'PostgreSQL',
    isElsewhere: true,
    put: async documents => {
      const column = (of: (document: SearchDocument) => unknown) => documents.map(of);
      await pool.query(
        `insert into articles
         select id, source, string_to_array(topics, ','), published_at,
           setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', tags), 'B') ||
           setweight(to_tsvector('english', summary), 'C') || setweight(to_tsvector('english', body), 'D')
         from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[])
           as given (id, source, topics, published_at, title, tags, summary, body)`,
        [
          column(({ id }) => id),
          column(({ sourceId }) => sourceId),
          column(({ topics }) => topics.join(',')),
          column(({ publishedAt }) => publishedAt),
          column(({ title }) => title),
          column(({ tags }) => tags),
          column(({ summary }) => summary),
          column(({ body }) => body),
        ],
      );
    },
    ready: async () => {
      await pool.query(`create index articles_words on articles using gin (vector)`);
      await pool.query(`vacuum analyze articles`);
    },
    search: async ({ text, filters }) => {
      const { rows } = await pool.query(
        `select id from articles, websearch_to_tsquery('english', $1) as query
         where vector @@ query
           and ($2::text[] is null or source = any ($2)) and ($3::text[] is null or topics && $3)
           and ($4::timestamptz is null or published_at >= $4)
         order by ts_rank('{0.1, 0.3, 0.5, 1}', vector, query) desc limit 20`,
        [text, filters?.sourceIds ?? null, filters?.topics ?? null, filters?.after ?? null],
      );
      return rows.length;
    },
    bytes: async () => {
      const { rows } = await pool.query(`select pg_total_relation_size('articles') as bytes`);
      return Number(rows[0]?.bytes);
    },
    close: () => pool.end(),
  };
}

/** FTS5 with Porter stemming and bm25 by column. Its calls are synchronous, so searchers wait for each other. */
export function sqlite(): Contender {
  const folder = mkdtempSync(path.join(tmpdir(), 'broadsheet-bench-sqlite-'));
  const file = path.join(folder, 'index.db');
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal;
    create virtual table articles using fts5(title, tags, summary, body, source unindexed, topics unindexed,
      published unindexed, tokenize = 'porter unicode61')`);
  const insert = database.prepare('insert into articles values (?, ?, ?, ?, ?, ?, ?)');
  const select = database.prepare(`select rowid from articles where articles match ?
    and (? is null or source = ?) and (? is null or published >= ?) order by bm25(articles, 10, 5, 3, 1) limit 20`);
  return {
    name: 'SQLite FTS5',
    put: async documents => {
      database.exec('begin');
      for (const { title, tags, summary, body, sourceId, topics, publishedAt } of documents)
        insert.run(title, tags, summary, body, sourceId, topics.join(','), publishedAt.getTime());
      database.exec('commit');
    },
    ready: async () => database.exec(`insert into articles (articles) values ('optimize')`),
    search: async ({ text, filters }) => {
      const [source = null] = filters?.sourceIds ?? [];
      const after = filters?.after?.getTime() ?? null;
      const words = text.startsWith('"')
        ? text
        : significantWords(text)
            .map(word => `"${word}"`)
            .join(' ');
      return select.all(words, source, source, after, after).length;
    },
    bytes: async () => statSync(file).size,
    close: async () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * In memory, with its fuzzy matching of one edit in five letters for misspelled queries, as its documentation
 * recommends.
 */
export function minisearch(): Contender {
  const index = new MiniSearch<SearchDocument>({
    fields: ['title', 'tags', 'summary', 'body'],
    storeFields: ['sourceId', 'topics', 'publishedAt'],
    processTerm: term => (isStopWord(term, 'en') ? null : stemOf(term.toLowerCase(), 'en')),
  });
  return {
    name: 'MiniSearch',
    put: async documents => index.addAll(documents),
    ready: async () => undefined,
    search: async ({ kind, text, filters }) => {
      const found = index.search(text, {
        combineWith: kind === 'headline' ? 'OR' : 'AND',
        boost: { title: 10, tags: 5, summary: 3 },
        fuzzy: kind === 'misspelled' ? 0.2 : false,
        filter: ({ sourceId, topics, publishedAt }) =>
          (filters?.sourceIds?.includes(sourceId) ?? true) &&
          (filters?.topics?.some(topic => topics.includes(topic)) ?? true) &&
          (filters?.after === undefined || publishedAt >= filters.after),
      });
      return found.slice(0, 20).length;
    },
    bytes: async () => 0,
    close: async () => undefined,
  };
}

function significantWords(text: string): string[] {
  return text.split(' ').filter(word => word !== '' && !isStopWord(word, 'en'));
}

export interface Contender {
  readonly name: string;
  /** It runs in another process. */
  readonly isElsewhere?: boolean;
  /** Broadsheet's engine, for measurements that only it supports. */
  readonly engine?: SearchEngine;
  /** Articles of an earlier run. */
  kept?(): Promise<number>;
  put(documents: readonly SearchDocument[]): Promise<void>;
  /** Resolves when all articles are searchable at full speed. */
  ready(): Promise<void>;
  /** The number of hits on the first page. */
  search(query: Query): Promise<number>;
  bytes(): Promise<number>;
  close(): Promise<void>;
}
