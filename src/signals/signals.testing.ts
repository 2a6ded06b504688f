import { atEnd } from '../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { ManualClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { type Random, seededRandom } from '../lib/random.ts';
import type { Sender, Signal } from '../model/signal.ts';
import { createLog } from '../platform/log/log.ts';
import type { EventArchive, EventLog } from '../platform/log/port.ts';
import { createMemoryTelemetry } from '../platform/telemetry/memory/memory.ts';
import { STREAMS } from '../streams.ts';
import { createSignalAppender } from './accept/append-signals.ts';
import { type SignalsFlow, startSignals } from './flow.ts';
import { TrendingBoard } from './trending/board.ts';

/** The signals flow on a separate database, with a manual clock. */
export async function testSignals({ archive }: { readonly archive?: EventArchive } = {}) {
  const { database } = await testDatabase({ maxConnections: 6 });
  const telemetry = createMemoryTelemetry();
  const clock = new ManualClock(TEST_EPOCH.getTime());
  const newId = createIdSource(clock, seededRandom(7));
  const log = createLog({
    database,
    telemetry,
    retryDelay: { firstMs: 5, maxMs: 20 },
    ...(archive && { archive }),
  });
  atEnd(() => log.close());
  for (const stream of STREAMS) await log.declare(stream);
  const trending = new TrendingBoard();
  const accept = createSignalAppender({ log, clock });
  const start = (wrap: (log: EventLog) => EventLog = same => same): Promise<SignalsFlow> =>
    startSignals({ clock, database, log: wrap(log), telemetry, trending });
  /** Validates and counts everything that was accepted. */
  const pass = async (wrap?: (log: EventLog) => EventLog): Promise<void> => {
    const flow = await start(wrap);
    await flow.drained();
    await flow.stop();
  };
  return { database, telemetry, clock, newId, log, trending, accept, start, pass };
}

export function testSignal(given: Partial<Signal> & Pick<Signal, 'kind' | 'articleId'>): Signal {
  return {
    id: '',
    detail: given.kind === 'share' ? 'link' : '',
    visitor: 'visitor-1',
    userId: null,
    visit: 'visit-1',
    seconds: given.kind === 'view' ? 30 : 0,
    isOwn: false,
    from: READER,
    ...given,
  };
}

export const READER: Sender = { address: '192.0.2.7', userAgent: 'Mozilla/5.0', country: 'de' };

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random.fraction() * from.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
}
