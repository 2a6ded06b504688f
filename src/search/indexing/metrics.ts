import type { Clock } from '../../lib/clock.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { SearchEngine } from '../engine/port.ts';
import { consumerGroupsOf } from './index-consumers.ts';

/** How many articles are found, and how far the index is behind, when somebody looks. */
export function exposeIndexMetrics({
  engine,
  index,
  log,
  clock,
  telemetry: { metrics },
}: IndexMetricsDeps): void {
  const groups = Object.values(consumerGroupsOf(index));
  metrics.onScrape(async () => {
    metrics.gauge('search_index_articles').set({}, await engine.count());
    const behind = (await log.groups()).filter(
      ({ group, position, end }) => groups.includes(group) && position < end,
    );
    const waiting = await Promise.all(behind.map(position => log.waitingSince(position)));
    const oldest = Math.min(clock.now(), ...waiting.flatMap(since => since?.getTime() ?? []));
    metrics.gauge('search_index_lag_seconds').set({}, (clock.now() - oldest) / 1_000);
  });
}

interface IndexMetricsDeps {
  readonly engine: SearchEngine;
  readonly index: string;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
