import { overdueShare } from '../../../ingest/fetch/metrics.ts';
import type { GroupState } from '../../../platform/log/port.ts';
import { secondsBehind } from '../../../platform/log/waiting.ts';
import { startDelayQuantile } from '../../../platform/tasks/start-delays.ts';
import { liveIndexGroups } from '../../../search/indexing/index-consumers.ts';
import { interestLag } from '../../../signals/interests/interest-lag.ts';
import type { AppContext } from '../../context.ts';
import type { TrendingItem } from '../../trending/trending-lists.ts';
import { highestOf, readExposition } from './exposition.ts';
import type { LastHour } from './last-hour.ts';
import { ratesOf } from './throughput.ts';

/**
 * WEB-3: throughput and lag of each stage of the pipeline, and the service levels. Lags and shares are those of now, over all
 * processes; quantiles are those of the last hour: of tasks over all processes, of requests in this one. Each call adds samples.
 */
export async function readOverview(context: AppContext): Promise<Overview> {
  const { log, broker, telemetry, clock, lastHour } = context;
  const [streams, groups, queues, letters, exposed] = await Promise.all([
    log.streams(),
    log.groups(),
    broker.queues(),
    log.deadLetters({ limit: LETTERS_COUNTED }),
    telemetry.metrics.expose(),
  ]);
  const now = clock.now();
  const samples = context.throughput.add({
    at: now,
    events: new Map(streams.map(({ name, events }) => [name, Number(events)])),
  });
  const lags = lagsOf(groups);
  const indexGroups = liveIndexGroups(groups);
  const [waitingSeconds, interestSeconds, searchSeconds, overdue, taskSeconds] = await Promise.all([
    secondsBehind(
      log,
      groups.filter(({ stream }) => stream.startsWith('articles.')),
      now,
    ),
    interestLag(log, groups, now),
    secondsBehind(log, indexGroups, now),
    overdueHere(context, exposed.body),
    taskDelay(context),
  ]);
  const measured = readExposition(exposed.body);
  lastHour.sample();
  const search = searchTimes(lastHour);
  return {
    stages: streams.map(({ name, events }) => ({
      name,
      events: Number(events),
      rates: ratesOf(samples, name),
      groups: lags.filter(({ stream }) => stream === name),
    })),
    queues: queues.map(({ name, pending, inFlight, stuck }) => ({ name, pending, inFlight, stuck })),
    serviceLevels: [
      serviceLevel('coverage', overdue === null ? undefined : overdue * 100, 1, 'percent'),
      serviceLevel('story', waitingSeconds, 5, 'seconds'),
      serviceLevel('search', indexGroups.length > 0 ? searchSeconds : undefined, 5, 'seconds'),
      serviceLevel('searching', search.p99, 0.2, 'seconds'),
      serviceLevel('breaking', lastHour.quantile('breaking', 0.99), 60, 'seconds'),
      serviceLevel('feed', lastHour.quantile('feed', 0.99), 0.2, 'seconds'),
      serviceLevel('trending', highestOf(measured, 'trending_score_freshness_seconds'), 30, 'seconds'),
      serviceLevel('interests', interestSeconds, 10, 'seconds'),
      serviceLevel('tasks', taskSeconds ?? undefined, 30, 'seconds'),
      serviceLevel('letters', letters.length, 0, 'count'),
    ],
    search,
    top: await topOfTrending(context),
  };
}

/** From the crawler in this process, which measures once a minute, else from the database. */
async function overdueHere({ database }: AppContext, exposed: string): Promise<number | null> {
  return highestOf(readExposition(exposed), 'sources_overdue_ratio') ?? overdueShare(database);
}

function taskDelay({ database, clock }: AppContext): Promise<number | null> {
  return startDelayQuantile(database, 0.99, new Date(clock.now()));
}

function serviceLevel(
  name: ServiceLevelName,
  value: number | undefined,
  limit: number,
  unit: ServiceLevel['unit'],
): ServiceLevel {
  return { name, value, limit, unit, isMet: value === undefined ? undefined : value <= limit };
}

function searchTimes(lastHour: LastHour): SearchTimes {
  const within = (share: number) => lastHour.quantile('searching', share);
  return { p50: within(0.5), p95: within(0.95), p99: within(0.99) };
}

async function topOfTrending({ trendingService }: AppContext): Promise<Overview['top']> {
  const { at, items } = await trendingService.lists.present({ window: '1h', of: 'stories', by: 'blend' });
  return { at, items: items.slice(0, TOP_SHOWN) };
}

function lagsOf(groups: readonly GroupState[]): GroupLag[] {
  const lags = new Map<string, GroupLag>();
  for (const { group, stream, position, end } of groups) {
    const lag = Math.max(0, Number(end - position));
    lags.set(group, { group, stream, lag: lag + (lags.get(group)?.lag ?? 0) });
  }
  return [...lags.values()];
}

const TOP_SHOWN = 5;
const LETTERS_COUNTED = 100;

export interface Overview {
  readonly stages: readonly StreamStage[];
  readonly queues: readonly { name: string; pending: number; inFlight: number; stuck: number }[];
  readonly serviceLevels: readonly ServiceLevel[];
  readonly search: SearchTimes;
  readonly top: { readonly at: Date; readonly items: readonly TrendingItem[] };
}

/** Latencies of the last hour in seconds, in this process; undefined without searches. */
export interface SearchTimes {
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
}

export interface StreamStage {
  readonly name: string;
  readonly events: number;
  /** Events a second, oldest first. */
  readonly rates: readonly number[];
  readonly groups: readonly GroupLag[];
}

export interface GroupLag {
  readonly group: string;
  readonly stream: string;
  readonly lag: number;
}

export type ServiceLevelName =
  | 'coverage'
  | 'story'
  | 'search'
  | 'searching'
  | 'breaking'
  | 'feed'
  | 'trending'
  | 'interests'
  | 'tasks'
  | 'letters';

export interface ServiceLevel {
  readonly name: ServiceLevelName;
  /** Undefined while this process has no measurement. */
  readonly value: number | undefined;
  readonly limit: number;
  readonly unit: 'seconds' | 'percent' | 'count';
  readonly isMet: boolean | undefined;
}
