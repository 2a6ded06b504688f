import { TrendingWindows } from '../../src/signals/trending/counting/windows.ts';
import { MAX_LISTS } from '../../src/signals/trending/list-numbers.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { START } from './corpus.ts';

/** TREND-3, TREND-4: every sub-window gets more pairs than it keeps, and the open ones are filled until they evict. */
export function measureMemory(ctx: BenchmarkContext): void {
  ctx.say('memory of overfull windows');
  const windows = new TrendingWindows(MAX_LISTS, START);
  const bursts = [
    ...Array.from({ length: 25 }, (_, hour) => hour * 3600),
    ...Array.from({ length: 60 }, (_, minute) => 25 * 3600 + minute * 60),
    ...Array.from({ length: 61 }, (_, second) => 26 * 3600 + second),
  ];
  let item = 0;
  for (const [nth, second] of bursts.entries()) {
    const at = START + second * 1000;
    windows.advance(at);
    const pairs = nth === bursts.length - 1 ? 200_000 : nth < 25 ? 42_000 : 26_000;
    for (let pair = 0; pair < pairs; pair++)
      windows.add({ item: item++, weight: 1, at, lists: [pair % MAX_LISTS] });
  }
  for (const window of ['1m', '1h', '24h'] as const)
    windows.top(0, window, 100, START + (26 * 3600 + 60) * 1000);
  const began = process.cpuUsage();
  const bytes = windows.toBytes();
  const written = millis(process.cpuUsage(began));
  TrendingWindows.fromBytes(bytes, MAX_LISTS);
  const read = millis(process.cpuUsage(began)) - written;
  ctx.table(
    'A checkpoint of full windows',
    ['MB', 'ms to write', 'ms to read'],
    [[Math.round(bytes.length / 1e6), Math.round(written), Math.round(read)]],
  );
  ctx.figure({
    metric: 'trending.memory',
    value: windows.memory() / 1e6,
    unit: 'MB',
    goal: 100,
    better: 'lower',
  });
}

function millis({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
