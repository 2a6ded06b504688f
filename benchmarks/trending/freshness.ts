import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, openInstallation } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { keyOfPartition, SIGNAL_PARTITIONS } from '../../src/model/signal-partitions.ts';
import { startTrending } from '../../src/signals/trending/leader/start-trending.ts';
import type { JudgedSignal } from '../../src/signals/validation/apply-rules.ts';
import { toValidSignal } from '../../src/signals/validation/validate-signals.ts';
import { SIGNALS_VALID } from '../../src/streams.ts';
import { testConfig } from '../../test/harness/config.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { quantile } from '../harness/statistics.ts';
import { recover } from './recovery.ts';
import { zipfItems } from './zipf.ts';

/**
 * A share appears in the one-minute list within seconds while signals arrive through the log at this rate. One process
 * appends, counts and polls, next to PostgreSQL; together they have the whole machine. Each share has an article of
 * its own, which is in the list as soon as an edition has counted it.
 */
export async function measureFreshness(ctx: BenchmarkContext): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-fresh-'));
  const databaseUrl = await (await ctx.postgres()).createDatabase('trending_fresh');
  const installation = await openInstallation(
    testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' }),
  );
  try {
    const seconds = ctx.quick ? 4 : CHECKPOINT_SECONDS;
    const { ages, rate } = await watch(installation, seconds);
    ctx.table(
      'From a share to the list of the minute',
      ['signals/s', 'median s', 'p99 s', 'longest s'],
      [[Math.round(rate), ...[0.5, 0.99, 1].map(part => (quantile(ages, part) / 1000).toFixed(2))]],
    );
    ctx.figure({
      metric: 'trending.freshness-rate',
      value: rate,
      unit: 'signals/s',
      goal: 50_000,
      better: 'higher',
    });
    ctx.figure({
      metric: 'trending.freshness-p99',
      value: quantile(ages, 0.99) / 1000,
      unit: 's',
      goal: 5,
      better: 'lower',
    });
    // TREND-4: ten seconds, of which the lease of a dead worker takes six to expire.
    const recovery = (await recover(installation)) / 1000;
    ctx.note(`A successor counted ${seconds} s of the log again before its first list.`);
    ctx.figure({ metric: 'trending.recovery', value: recovery, unit: 's', goal: 4, better: 'lower' });
  } finally {
    await installation.close();
    await rm(data, { recursive: true, force: true });
  }
}

async function watch({ database, log, telemetry, newId, trending: board }: Installation, seconds: number) {
  const trending = await startTrending({ clock: systemClock, database, log, telemetry, board });
  const articles = Array.from({ length: ARTICLES }, newId);
  const items = zipfItems(RATE, 1, 4).map(item => item % ARTICLES);
  const waiting = new Map<string, number>();
  const ages: number[] = [];
  const off = board.onSnapshot(({ window, at, entries }) => {
    if (window !== '1m') return;
    for (const [id] of entries) {
      const since = waiting.get(id);
      if (since === undefined) continue;
      ages.push(Math.max(systemClock.now(), at) - since);
      waiting.delete(id);
    }
  });
  const append = async (part: number) => {
    const at = systemClock.now();
    const watched = newId();
    waiting.set(watched, at);
    const events = Array.from({ length: PARTS }, (_, n) => {
      const share = items.length / TICKS / PARTS;
      const own = Array.from({ length: share }, (_, m) => {
        const article = articles[items[(part % TICKS) * share * PARTS + n * share + m] ?? 0];
        return signalAt(at, m % 3 === 0 ? 'share' : 'read', article ?? '', null);
      });
      if (n === 0) for (let m = 0; m < ENOUGH; m++) own.push(signalAt(at, 'share', watched, newId()));
      return {
        kind: 'signals' as const,
        key: keyOfPartition((part * PARTS + n) % SIGNAL_PARTITIONS),
        signals: own.map(one => toValidSignal(one, () => 1)),
      };
    });
    await database.transaction(async tx => log.append(tx, SIGNALS_VALID, events));
  };
  const began = systemClock.now();
  // A part waits for its time and for the part three before it; parts behind schedule run in parallel.
  const under: Promise<void>[] = [];
  const parts = seconds * TICKS;
  for (let part = 0; part < parts; part++) {
    await under[part - LANES];
    const ahead = began + (part * 1000) / TICKS - systemClock.now();
    if (ahead > 0) await systemClock.sleep(ahead);
    under.push(append(part));
  }
  await Promise.all(under);
  const rate = (parts / TICKS / ((systemClock.now() - began) / 1000)) * RATE;
  await trending.drained();
  off();
  await trending.stop();
  if (waiting.size > 0) throw new Error(`${waiting.size} shares were never listed`);
  return { ages: ages.sort((a, b) => a - b), rate };
}

function signalAt(
  at: number,
  kind: 'share' | 'read',
  articleId: string,
  userId: string | null,
): JudgedSignal {
  return {
    at,
    verdict: { valid: true },
    signal: {
      id: '',
      kind,
      detail: kind === 'share' ? 'link' : '',
      articleId,
      visitor: 'visitor',
      userId,
      visit: '',
      seconds: 0,
      isOwn: false,
      from: { address: '', userAgent: '', country: 'de' },
    },
  };
}

/** Signals since the last checkpoint are counted again after a crash. */
const CHECKPOINT_SECONDS = 30;
/** Slightly above the rate under test: the last part of a second arrives in the next. */
const RATE = 50_500;
const TICKS = 10;
const LANES = 3;
const PARTS = 5;
const ARTICLES = 20_000;
/** Shares of one article, so that it is among the first 500. */
const ENOUGH = 200;
