import { drawFor } from '../draw.ts';
import type { Newsrooms } from '../publishers/newsrooms.ts';
import type { Traits } from '../publishers/traits.ts';
import { keepRecent } from '../recent.ts';
import { planCoverage } from './coverage.ts';
import type { Coverage, PlannedEvent } from './event.ts';
import { drawKind, TOPIC_WEIGHTS } from './kinds.ts';
import { createPlaces } from './places.ts';

/** Time is cut into spans of six hours; all events of a span are drawn together from seed and span number. */
export const SPAN = 6 * 3_600_000;
/** Twelve days: more than any window reaches back. */
const SPANS_KEPT = 48;

export function createSchedule({ seed, traits, newsrooms, eventsPerDay }: ScheduleOptions): Schedule {
  const agencies = traits.filter(({ style }) => style === 'wire');
  const largest = Math.max(2, Math.round(Math.min(traits.length * 0.3, 90 + traits.length / 100)));
  const placesOf = createPlaces(seed);
  const planSpan = (span: number): Span => {
    const draw = drawFor(seed, 'span', span);
    const expected = (eventsPerDay / 4) * (DAYTIME[span % DAYTIME.length] ?? 1);
    const events: PlannedEvent[] = [];
    const taken = new Set<string>();
    for (let attempt = Math.floor(expected + draw.fraction()); attempt > 0; attempt--) {
      const event = planEvent(span, attempt, events.length, taken);
      if (event) events.push(event);
    }
    return { events, byPublisher: groupByPublisher(events) };
  };
  const planEvent = (
    span: number,
    attempt: number,
    number: number,
    taken: Set<string>,
  ): PlannedEvent | null => {
    const draw = drawFor(seed, 'event', span, attempt);
    const kind = drawKind(draw, draw.weighted(TOPIC_WEIGHTS).topic);
    const free = placesOf(kind, span).filter(({ city }) => !taken.has(`${kind.name} ${city}`));
    if (free.length === 0) return null;
    const place = draw.pick(free);
    taken.add(`${kind.name} ${place.city}`);
    const at = span * SPAN + Math.floor(draw.fraction() * SPAN);
    const size = Math.min(largest, Math.floor(draw.pareto(SIZE_EXPONENT)));
    const isBreaking = kind.breaks && size >= Math.min(16, largest / 3) && draw.chance(0.85);
    const coverage = planCoverage({
      draw,
      at,
      size,
      kind,
      isBreaking,
      newsrooms,
      agencies,
      country: place.country,
    });
    return { id: `s-${span.toString(36)}-${number.toString(36)}`, at, kind, isBreaking, coverage, ...place };
  };
  return { span: keepRecent(SPANS_KEPT, planSpan) };
}

function groupByPublisher(events: readonly PlannedEvent[]): ReadonlyMap<number, readonly Planned[]> {
  const groups = new Map<number, Planned[]>();
  for (const event of events) {
    for (const coverage of event.coverage) {
      const group = groups.get(coverage.publisher);
      if (group) group.push({ event, coverage });
      else groups.set(coverage.publisher, [{ event, coverage }]);
    }
  }
  return groups;
}

/** The smaller, the heavier the tail of the sizes of events. */
const SIZE_EXPONENT = 1;

/** Less happens at night (UTC), by quarter of the day. */
const DAYTIME = [0.75, 1.1, 1.2, 0.95];

interface ScheduleOptions {
  readonly seed: number;
  readonly traits: readonly Traits[];
  readonly newsrooms: Newsrooms;
  readonly eventsPerDay: number;
}

export interface Planned {
  readonly event: PlannedEvent;
  readonly coverage: Coverage;
}

export interface Span {
  readonly events: readonly PlannedEvent[];
  readonly byPublisher: ReadonlyMap<number, readonly Planned[]>;
}

export interface Schedule {
  span(number: number): Span;
}
