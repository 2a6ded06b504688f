import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '../../src/accounts/sessions.ts';
import { accountsOf, type Installation, openInstallation } from '../../src/context.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { row, uuid } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { testConfig } from '../../test/harness/config.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { coreTimes, stolenShare } from '../harness/machine.ts';
import { quantile, series } from '../harness/statistics.ts';
import { changeStories } from './change-stories.ts';
import type { Size } from './corpus.ts';
import { fill } from './fill.ts';
import type { LoadCommand, LoadResult } from './load-process.ts';

/** Pages over HTTP from the real program, requested at a fixed rate while stories change. */
export async function measureRequests(
  ctx: BenchmarkContext,
  size: Size,
  { isGoalSize }: { readonly isGoalSize: boolean },
): Promise<void> {
  await using open = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-feeds-'));
  open.defer(() => rm(data, { recursive: true, force: true }));
  const databaseUrl = await (await ctx.postgres()).createDatabase(`feeds_${size.stories}`);
  const settings = { 'database-url': databaseUrl, data, 'log-level': 'error' };
  const installation = await openInstallation(testConfig(settings));
  open.defer(() => installation.close());
  ctx.say(`writing ${size.stories} stories and ${size.readers} readers`);
  const tokens = await fill(installation.database, size, installation.clock.now());
  const sessions = await signIn(installation, READERS_SIGNED_IN);
  const server = await startChild('server-process.ts', [databaseUrl, data]);
  open.defer(server.end);
  const load = await startChild('load-process.ts', []);
  open.defer(load.end);
  const changes = changeStories(installation, CHANGES_PER_SECOND);
  open.defer(changes.stop);

  const url = (server.first as { url: string }).url;
  const [rounds, seconds] = ctx.quick ? [1, QUICK_ROUND_SECONDS] : [ROUNDS, ROUND_SECONDS];
  const measure = async (label: string, command: Measured) => {
    ctx.say(`${label}: ${command.perSecond} a second`);
    const before = (await server.ask('cpu')) as NodeJS.CpuUsage;
    const parts: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const tokens = command.areNewReaders ? tokensFor(command, seconds, round) : command.tokens;
      parts.push(await measureRound(label, { ...command, url, tokens }));
    }
    const after = (await server.ask('cpu')) as NodeJS.CpuUsage;
    const answered = parts.reduce((sum, part) => sum + part.answered, 0);
    return {
      label,
      perSecond: command.perSecond,
      refused: parts.reduce((sum, part) => sum + part.refused, 0),
      p50: series(parts.map(({ p50 }) => p50)).median,
      p99: series(parts.map(({ p99 }) => p99)).median,
      all: parts.map(({ p99, stolen }) => `${p99.toFixed(0)} (${(stolen * 100).toFixed(0)} %)`).join(' '),
      cpu: (after.user + after.system - before.user - before.system) / answered,
    };
  };
  const measureRound = async (label: string, command: Omit<LoadCommand, 'seconds'>): Promise<Round> => {
    const before = await coreTimes();
    const { latencies, refusals } = (await load.ask({ seconds, ...command })) as LoadResult;
    const after = await coreTimes();
    // On a shared machine the database may be unreachable for a moment; more failures invalidate the measurement.
    if (refusals.length > MAX_REFUSED * (latencies.length + refusals.length))
      throw new Error(
        `${label}: ${refusals.length} requests got no page: ${[...new Set(refusals)].join(', ')}`,
      );
    const sorted = latencies.toSorted((a, b) => a - b);
    return {
      answered: latencies.length,
      refused: refusals.length,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      stolen: stolenShare(before, after),
    };
  };
  const online = tokens.slice(0, ctx.quick ? READERS_ONLINE / 10 : READERS_ONLINE);
  const newReaders = tokens.slice(online.length);
  const personal = '/api/v1/feeds/for-you';
  ctx.say('warming up: compiling the request path, loading the readers online');
  await load.ask({ url, paths: ['/api/v1/feeds/top'], tokens: [], perSecond: 400, seconds: 2 });
  // Two thousand readers do not arrive at one moment: they arrive over half a minute.
  const warmUpSeconds = ctx.quick ? 3 : 30;
  const perSecond = online.length / warmUpSeconds;
  await load.ask({ url, paths: [personal], tokens: online, perSecond, seconds: warmUpSeconds });
  // When the rate rises, a minute of changes would affect all readers at once, which is not a realistic moment.
  await load.ask({ url, paths: [personal], tokens: online, perSecond: RATE, seconds: ctx.quick ? 1 : 5 });
  const rows = [
    await measure('For you, from memory', { paths: [personal], tokens: online, perSecond: RATE }),
    await measure('Top stories, from memory', { paths: ['/api/v1/feeds/top'], tokens: [], perSecond: RATE }),
    await measure('For you, nothing in memory', {
      paths: [personal],
      tokens: newReaders,
      perSecond: COLD_RATE,
      areNewReaders: true,
    }),
    await measure('articles opened by readers, as HTML', {
      paths: await articlePaths(installation.database),
      tokens: [],
      sessions,
      perSecond: COLD_RATE,
    }),
    await measure('front page of a visitor, as HTML', { paths: ['/'], tokens: [], perSecond: COLD_RATE }),
  ];
  ctx.table(
    `${size.stories} stories, ${size.readers} readers: milliseconds from when a request was due to its last byte`,
    [
      'page',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'p99 ms of each round (stolen)',
      'refused',
      'server CPU ms each',
    ],
    rows.map(({ label, perSecond, p50, p99, all, refused, cpu }) => [
      label,
      perSecond,
      p50.toFixed(1),
      p99.toFixed(1),
      all,
      refused,
      (cpu / 1_000).toFixed(2),
    ]),
  );
  if (!isGoalSize) return;
  const [forYou, top, cold, opened] = rows;
  ctx.note(
    `${CHANGES_PER_SECOND} stories a second changed meanwhile; server, PostgreSQL and load generator shared the cores.`,
  );
  ctx.note(
    `p50 and p99 are the median of ${rounds} rounds of ${seconds} s: one stall of the machine is enough to decide the p99 of a round with few requests. "Stolen" is the share of a round in which the host gave the cores to others.`,
  );
  ctx.figure({
    metric: 'feeds.for-you-from-memory-p99',
    value: forYou?.p99 ?? Number.NaN,
    unit: 'ms',
    goal: 50,
    better: 'lower',
  });
  ctx.figure({
    metric: 'feeds.top-from-memory-p99',
    value: top?.p99 ?? Number.NaN,
    unit: 'ms',
    goal: 50,
    better: 'lower',
  });
  ctx.figure({
    metric: 'feeds.for-you-without-cache-p99',
    value: cold?.p99 ?? Number.NaN,
    unit: 'ms',
    goal: 200,
    better: 'lower',
  });
  ctx.figure({
    metric: 'feeds.opened-article-p99',
    value: opened?.p99 ?? Number.NaN,
    unit: 'ms',
    goal: 200,
    better: 'lower',
  });
}

/** Sessions of some of the readers. */
async function signIn(installation: Installation, count: number): Promise<string[]> {
  const context = accountsOf(installation, 'http://localhost');
  const readers = await installation.database.many(
    row({ id: uuid }),
    sql`select id from users limit ${count}`,
  );
  const client = { userAgent: 'benchmark', address: '127.0.0.1' };
  const created = readers.map(({ id }) =>
    createSession(installation.database, context, { userId: id, method: 'password', client }),
  );
  return (await Promise.all(created)).map(({ cookie }) => cookie);
}

async function articlePaths(database: Database): Promise<string[]> {
  const articles = await database.many(
    row({ id: uuid }),
    sql`select id from articles order by id desc limit 2000`,
  );
  return articles.map(({ id }) => `/articles/${id}`);
}

/** The readers that only this round requests. */
function tokensFor({ tokens, perSecond }: Measured, seconds: number, round: number): readonly string[] {
  const each = perSecond * seconds;
  return tokens.slice(round * each, (round + 1) * each);
}

async function startChild(file: string, given: readonly string[]) {
  const child = fork(join(import.meta.dirname, file), [...given]);
  const exited = once(child, 'exit');
  const answer = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => Promise.reject(new Error(`${file} exited with ${code}`))),
    ]);
    return message as unknown;
  };
  const first = await answer();
  return {
    first,
    ask: (question: string | object) => {
      const answered = answer();
      child.send(question);
      return answered;
    },
    end: async () => {
      child.kill();
      await exited;
    },
  };
}

const MAX_REFUSED = 0.01;
const RATE = 1_000;
const COLD_RATE = 50;
const ROUNDS = 5;
const ROUND_SECONDS = 5;
const QUICK_ROUND_SECONDS = 2;
const CHANGES_PER_SECOND = 10;
/** Readers online at a time; each requests a page every second or two. */
const READERS_ONLINE = 2_000;
/** Opening an article is a visit, which is written down. */
const READERS_SIGNED_IN = 64;

interface Measured extends Omit<LoadCommand, 'url' | 'seconds'> {
  /** Each of them makes one request, so their data is not in memory. */
  readonly areNewReaders?: boolean;
}

interface Round {
  readonly answered: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly stolen: number;
}
