import { row, timestamptz } from '../../src/platform/database/rows.ts';
import { json, type Statement, sql } from '../../src/platform/database/sql.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import type { Measurement, MeasureOptions, Work } from '../harness/measure.ts';
import { article, batchRows, type Corpus, copyLines } from './corpus.ts';
import type { Peer } from './peer.ts';
import { withPg, withPgPipelined } from './with-pg.ts';
import { withPostgres } from './with-postgres.ts';

/** The size of every pool. */
export const CONNECTIONS = 10;
export const MEASUREMENTS = 14;
const BATCH = 1_000;
/** Many short rounds: on a shared machine, ratios of adjacent rounds are more reliable than long rounds. */
const ROUNDS = { durationMs: 250, warmupMs: 250, rounds: 9 };

export async function measureStatements(
  ctx: BenchmarkContext,
  peers: Peers,
  corpus: Corpus,
): Promise<Result[]> {
  const selectOne = (peer: Peer) => () => peer.many(article, selectByKey(corpus.anyArticleId()));
  const insertOne = (peer: Peer) => () => peer.many(inserted, insertEvent(corpus));
  const transact = (peer: Peer) => () => threeStatements(peer, corpus);
  const results: Result[] = [];
  for (const [name, work, callers] of [
    ['select-one', selectOne, 1],
    ['select-one', selectOne, 10],
    ['select-one', selectOne, 50],
    ['insert-one', insertOne, 1],
    ['insert-one', insertOne, 50],
    ['transaction', transact, 10],
    ['transaction', transact, 50],
  ] as const) {
    const label = `${name}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
    const measured = await ctx.measure(label, forAll(peers, work), { ...ROUNDS, callers });
    results.push({ name: `${name}.${callers}`, label, ...measured });
  }
  return results;
}

/** One caller; the rate is in rows. */
export async function measureBatches(
  ctx: BenchmarkContext,
  peers: Peers,
  corpus: Corpus,
  empty: () => Promise<void>,
): Promise<Result[]> {
  const two = { pg: peers.pg, postgres: peers.postgres };
  const options: MeasureOptions = { ...ROUNDS, unitsPerCall: BATCH, beforeRound: empty };
  const unnest = (peer: Peer) => () => peer.insertBatch(batchRows(corpus, BATCH));
  const copy = (peer: Peer) => () =>
    peer.copyIn(
      'copy batches (id, title, details, happened_at) from stdin',
      copyLines(batchRows(corpus, BATCH)),
    );
  const results: Result[] = [];
  for (const [name, work, label] of [
    ['batch-unnest', unnest, 'rows by unnest, 1,000 at a time'],
    ['batch-copy', copy, 'rows by COPY, 1,000 at a time'],
  ] as const) {
    results.push({ name, label, ...(await ctx.measure(label, forAll(two, work), options)) });
  }
  return results;
}

export async function measureDecoding(
  ctx: BenchmarkContext,
  readers: Readers,
  corpus: Corpus,
): Promise<Decoding[]> {
  const results: Decoding[] = [];
  for (const size of [100, 1_000]) {
    const page = (reader: Reader) => () => reader.many(article, selectPage(corpus.pageStart(size), size));
    const options = { ...ROUNDS, unitsPerCall: size };
    const measured = await ctx.measure(`rows in selects of ${size}`, forAll(readers, page), options);
    results.push({ size, ...measured });
  }
  return results;
}

/** Fewer connections with more statements in flight on each, which is the use of pipelining. */
export async function measureConnections(
  ctx: BenchmarkContext,
  url: string,
  corpus: Corpus,
): Promise<Result[]> {
  const selectOne = (peer: Peer) => () => peer.many(article, selectByKey(corpus.anyArticleId()));
  const results: Result[] = [];
  for (const connections of [1, 2, 4]) {
    await using peers = await openPeers(url, connections);
    const label = `select-one, 50 callers, ${connections} connections`;
    const measured = await ctx.measure(label, forAll(peers.all, selectOne), { ...ROUNDS, callers: 50 });
    results.push({ name: String(connections), label, ...measured });
  }
  return results;
}

/**
 * Two connections, one slow statement, twenty quick ones of other callers: the slowest quick one, in ms.
 * A pipelining driver may queue them behind the slow one although the other connection is free.
 */
export async function measureQueueing(url: string): Promise<Record<keyof Peers, number>> {
  await using peers = await openPeers(url, 2);
  const { pg, 'pg pipelined': pipelined, postgres } = peers.all;
  return {
    pg: await slowestQuick(pg),
    'pg pipelined': await slowestQuick(pipelined),
    postgres: await slowestQuick(postgres),
  };
}

async function slowestQuick(peer: Peer): Promise<number> {
  const quick = () => peer.execute(sql`select 1 where ${1}::int = 1`);
  const sleep = (seconds: number) => peer.execute(sql`select pg_sleep(${seconds}::float8)`);
  // Opens both connections and prepares both statements on them: the first use of a statement is not pipelined.
  for (const warmUp of [quick, () => sleep(0)]) await Promise.all(Array.from({ length: 20 }, warmUp));
  const slow = sleep(0.5);
  const timed = Array.from({ length: 20 }, async () => {
    const start = performance.now();
    await quick();
    return performance.now() - start;
  });
  const slowest = Math.max(...(await Promise.all(timed)));
  await slow;
  return slowest;
}

async function openPeers(url: string, connections: number): Promise<AsyncDisposable & { all: Peers }> {
  const all: Peers = {
    pg: withPg(url, connections),
    'pg pipelined': await withPgPipelined(url, connections),
    postgres: withPostgres(url, connections),
  };
  return {
    all,
    [Symbol.asyncDispose]: async () => void (await Promise.all(Object.values(all).map(peer => peer.close()))),
  };
}

async function threeStatements(peer: Peer, corpus: Corpus): Promise<void> {
  const id = corpus.anyArticleId();
  await peer.transaction(async run => {
    await run(insertEvent(corpus));
    await run(sql`update counts set reads = reads + 1 where article_id = ${id}::uuid`);
    await run(sql`select reads from counts where article_id = ${id}::uuid`);
  });
}

function selectByKey(id: string): Statement {
  return sql`
    select id, source_id, title, summary, language, published_at, topics, details, words, views, breaking
    from articles where id = ${id}::uuid`;
}

export function selectPage(from: string, size: number): Statement {
  return sql`
    select id, source_id, title, summary, language, published_at, topics, details, words, views, breaking
    from articles where id >= ${from}::uuid order by id limit ${size}::int`;
}

/** The cast through text makes both drivers send the same bytes: postgres encodes parameters of type jsonb. */
function insertEvent(corpus: Corpus): Statement {
  return sql`
    insert into events (id, article_id, details)
    values (${corpus.newId()}::uuid, ${corpus.anyArticleId()}::uuid, ${json({ kind: 'read' })}::text::jsonb)
    returning happened_at`;
}

const inserted = row({ happened_at: timestamptz });

function forAll<P extends string, T>(
  peers: Readonly<Record<P, T>>,
  work: (peer: T) => Work,
): Record<P, Work> {
  const entries = Object.entries<T>(peers).map(([name, peer]) => [name, work(peer)]);
  return Object.fromEntries(entries) as Record<P, Work>;
}

export type Reader = Pick<Peer, 'many'>;
export type Peers = Readonly<Record<'pg' | 'pg pipelined' | 'postgres', Peer>>;
export type Readers = Readonly<Record<'pg' | 'pg, own parsing' | 'postgres' | 'postgres, raw', Reader>>;

export interface Result {
  readonly name: string;
  readonly label: string;
  readonly pg: Measurement;
  readonly 'pg pipelined'?: Measurement;
  readonly postgres: Measurement;
}

export type Decoding = { readonly size: number } & Readonly<Record<keyof Readers, Measurement>>;
