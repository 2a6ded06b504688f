import { buildSnapshot } from '../../src/signals/trending/build-snapshot.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import type { Work } from '../harness/measure.ts';
import { countEverything, countOneList } from './corpus.ts';
import { PEERS } from './peers.ts';
import { rightOf } from './truth.ts';
import { zipfItems } from './zipf.ts';

/** TREND-3: events per second of CPU time. A hundredth of the events is enough for npm packages. */
export async function measureSpeed(ctx: BenchmarkContext): Promise<void> {
  const stream = zipfItems(1_000_000, 1, 1);
  const perSecond = async (label: string, events: number, work: Work) => {
    const { counting } = await ctx.measure(label, { counting: work }, { unitsPerCall: events, rounds: 5 });
    return 1e6 / counting.cpuMicros.median;
  };
  const one = await perSecond('one list', 1_000_000, () => countOneList(stream, 1e6));
  const every = await perSecond('every list', 1_000_000, () => secondOfEverything(stream));
  const rows: (string | number)[][] = [
    ['ours: one list, its three windows', Math.round(one), 'exact or bounded'],
    ['ours: every list, with its editions', Math.round(every), 'exact or bounded'],
  ];
  for (const [name, create] of Object.entries(PEERS)) {
    const events = stream.subarray(0, name.startsWith('npm') ? 3_000 : 300_000);
    try {
      let top: number[] = [];
      const rate = await perSecond(name, events.length, () => {
        const counter = create();
        for (const item of events) counter.add(item);
        top = counter.top(100);
      });
      rows.push([
        name,
        Math.round(rate),
        name.startsWith('npm') ? 'not judged' : `${rightOf(top, events)} of 100`,
      ]);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
      rows.push([name, 'not installed', '']);
    }
  }
  ctx.table('Events a second of one core, Zipf 1.0 of 10 million', ['method', 'events/s', 'right'], rows);
  ctx.figure({
    metric: 'trending.one-list',
    value: one,
    unit: 'events/s',
    goal: 5_000_000,
    better: 'higher',
  });
  ctx.figure({
    metric: 'trending.every-list',
    value: every,
    unit: 'events/s',
    goal: 1_000_000,
    better: 'higher',
  });
}

/** A second with a million events, and the editions due in it: the one-minute edition and parts of the others. */
function secondOfEverything(events: Uint32Array): void {
  const counts = countEverything(events, 1e6);
  buildSnapshot(counts, '1m');
  secondsCounted++;
  if (secondsCounted % 5 === 0) buildSnapshot(counts, '1h');
  if (secondsCounted % 30 === 0) buildSnapshot(counts, '24h');
}

let secondsCounted = 0;
