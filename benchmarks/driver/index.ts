import assert from 'node:assert/strict';
import pg from 'pg';
import { defineBenchmark } from '../harness/benchmark.ts';
import { observe } from './behaviour.ts';
import { article, CORPUS, type Corpus, createCorpus, SCHEMA } from './corpus.ts';
import { reportConnections, reportDecoding, reportFigures, reportQueueing, reportResults } from './report.ts';
import { withPg, withPgParsing, withPgPipelined } from './with-pg.ts';
import { withPostgres, withPostgresRaw } from './with-postgres.ts';
import {
  CONNECTIONS,
  MEASUREMENTS,
  measureBatches,
  measureConnections,
  measureDecoding,
  measureQueueing,
  measureStatements,
  type Peers,
  type Readers,
  selectPage,
} from './workloads.ts';

/**
 * Both drivers get the same statements, the same server and ten connections. Statements are prepared and return typed
 * rows. The benchmark asserts equal rows before it measures.
 */
export default defineBenchmark({
  name: 'driver',
  question: 'Which PostgreSQL driver should the program use, pg or postgres?',
  corpus: CORPUS,
  peers: ['pg', 'pg-copy-streams', 'postgres'],
  async run(ctx) {
    ctx.plan(MEASUREMENTS);
    const server = await ctx.postgres();
    const url = await server.createDatabase('driver');
    const corpus = createCorpus();
    await fill(url, corpus);

    await using open = new AsyncDisposableStack();
    const keep = <P extends { close(): Promise<void> }>(peer: P): P => {
      open.defer(() => peer.close());
      return peer;
    };
    const peers: Peers = {
      pg: keep(withPg(url, CONNECTIONS)),
      'pg pipelined': keep(await withPgPipelined(url, CONNECTIONS)),
      postgres: keep(withPostgres(url, CONNECTIONS)),
    };
    const readers: Readers = {
      pg: peers.pg,
      'pg, own parsing': keep(withPgParsing(url, CONNECTIONS)),
      postgres: peers.postgres,
      'postgres, raw': keep(withPostgresRaw(url, CONNECTIONS)),
    };
    await assertSameRows(readers, corpus);

    const results = [
      ...(await measureStatements(ctx, peers, corpus)),
      ...(await measureBatches(ctx, peers, corpus, () => administrate(url, 'truncate batches'))),
    ];
    const decoding = await measureDecoding(ctx, readers, corpus);
    reportResults(ctx, results);
    reportDecoding(ctx, decoding);
    reportConnections(ctx, await measureConnections(ctx, url, corpus));
    reportQueueing(ctx, await measureQueueing(url));
    await observe(ctx, url, server.port);
    reportFigures(ctx, results, decoding);
  },
});

async function fill(url: string, corpus: Corpus): Promise<void> {
  await administrate(url, SCHEMA);
  const loader = withPg(url, 1);
  for (const statement of corpus.load) await loader.execute(statement);
  await loader.close();
  await administrate(url, 'vacuum analyze');
}

async function administrate(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** A fast driver must also be correct. The parsing of pg is excluded: it keeps names and int8 as sent. */
async function assertSameRows(readers: Readers, corpus: Corpus): Promise<void> {
  const statement = selectPage(corpus.pageStart(100), 100);
  const expected = await readers.pg.many(article, statement);
  assert.equal(expected.length, 100);
  assert.ok(expected[0]?.publishedAt instanceof Date);
  for (const name of ['postgres', 'postgres, raw'] as const) {
    assert.deepEqual(await readers[name].many(article, statement), expected, name);
  }
}
