import { drawFor } from '../draw.ts';
import { keepRecent } from '../recent.ts';
import { Arrivals } from './arrivals.ts';
import { clicksOf, type News } from './clicks.ts';
import { machinesIn } from './machines.ts';
import { drawReader, personAt } from './people.ts';
import type { ReaderEvent, Sent } from './types.ts';
import { visitEvents } from './visits.ts';

/**
 * Events of simulated readers of the synthetic news, in the order of arrival, with the ground truth of each event. The
 * same world and options yield the same events.
 *
 *   articles -> clicks by popularity, age and hour -> readers by taste -> a visit's events -> arrivals, with truth
 */
export function* readersOf(news: News, options: ReadersOptions): Generator<ReaderEvent> {
  const { seed, readers, rate, from, until = from + DAY } = options;
  const person = keepRecent(PEOPLE_KEPT, (index: number) => personAt(seed, index));
  const arrivals = new Arrivals();
  let inTransit: Sent[] = [];
  for (const slice of clicksOf(news, { seed, rate, from, until })) {
    const draw = drawFor(seed, 'visits', slice.endsAt / 1000);
    for (const [index, click] of slice.clicks.entries()) {
      const reader = drawReader({
        readers,
        person,
        draw,
        at: click.at,
        topic: click.article.topic,
      });
      inTransit.push(...visitEvents(reader, click, seed, draw, `visit-${slice.endsAt / 1000}-${index}`));
    }
    inTransit.push(...machinesIn(slice, draw));
    const arrived = inTransit.filter(({ event }) => event.at < slice.endsAt).sort(byArrival);
    inTransit = inTransit.filter(({ event }) => event.at >= slice.endsAt);
    for (const sent of arrived) yield arrivals.arrive(sent);
  }
  // Visits that started before the end send all of their events.
  for (const sent of inTransit.sort(byArrival)) yield arrivals.arrive(sent);
}

function byArrival({ event: a }: Sent, { event: b }: Sent): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

const DAY = 86_400_000;
const PEOPLE_KEPT = 50_000;

export interface ReadersOptions {
  readonly seed: number;
  /** The number of readers. */
  readonly readers: number;
  /** Mean number of articles opened per second, over a day. */
  readonly rate: number;
  readonly from: number;
  /** A day later by default. */
  readonly until?: number;
}
