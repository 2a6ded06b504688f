import { drawFor } from '../draw.ts';
import type { InterestDraw } from '../publishers/interest-draw.ts';
import type { Traits } from '../publishers/traits.ts';
import { keepRecent } from '../recent.ts';
import type { Language } from '../types.ts';
import { breakingMoments, neededOf } from './breaking.ts';
import { planCoverage } from './coverage.ts';
import type { Coverage, PlannedEvent } from './event.ts';
import { drawKind, TOPIC_WEIGHTS, URGENT_KINDS } from './kinds.ts';
import { createPlaces } from './places.ts';

/** Time is divided into spans of six hours; all events of a span derive from seed and span number. */
export const SPAN = 6 * 3_600_000;
/** Twelve days: longer than any window. */
const SPANS_KEPT = 48;

/**
 * Most events are ordinary. Two or three a day are urgent, at times drawn per day, so that every day has some breaking
 * news but not too much.
 */
export function createSchedule({ seed, traits, newsrooms, eventsPerDay }: ScheduleOptions): Schedule {
  const agencies = traits.filter(({ style }) => style === 'wire');
  const largest = Math.max(2, Math.round(Math.min(traits.length * 0.3, 90 + traits.length / 100)));
  const publishers = countByLanguage(traits);
  const needed = new Map([...publishers].map(([language, count]) => [language, neededOf(count)]));
  const placesOf = createPlaces(seed);
  const planSpan = (span: number): Span => {
    const draw = drawFor(seed, 'span', span);
    const expected = (eventsPerDay / 4) * (DAYTIME[span % DAYTIME.length] ?? 1);
    const events: PlannedEvent[] = [];
    const taken = new Set<string>();
    const plan = (attempt: number, isUrgent: boolean): void => {
      const event = planEvent(span, attempt, events.length, taken, isUrgent);
      if (event) events.push(event);
    };
    for (let attempt = -urgentOf(seed, span); attempt < 0; attempt++) plan(attempt, true);
    for (let attempt = Math.floor(expected + draw.fraction()); attempt > 0; attempt--) plan(attempt, false);
    return { events, byPublisher: groupByPublisher(events) };
  };
  const planEvent = (
    span: number,
    attempt: number,
    number: number,
    taken: Set<string>,
    isUrgent: boolean,
  ): PlannedEvent | null => {
    const draw = drawFor(seed, 'event', span, attempt);
    const kind = isUrgent ? draw.pick(URGENT_KINDS) : drawKind(draw, draw.weighted(TOPIC_WEIGHTS).topic);
    const free = placesOf(kind, span).filter(({ city }) => !taken.has(`${kind.name} ${city}`));
    if (free.length === 0) return null;
    const place = draw.pick(free);
    taken.add(`${kind.name} ${place.city}`);
    const at = span * SPAN + Math.floor(draw.fraction() * SPAN);
    const everywhere = traits.length < 100 ? traits.length : largest;
    const size = isUrgent
      ? Math.round(everywhere * (0.7 + 0.3 * draw.fraction()))
      : Math.min(largest, Math.floor(draw.pareto(SIZE_EXPONENT)));
    const { country } = place;
    const coverage = planCoverage({ draw, at, size, kind, isUrgent, newsrooms, agencies, needed, country });
    const breaksAt = breakingMoments(coverage, publishers);
    return { id: `s-${span.toString(36)}-${number.toString(36)}`, at, kind, breaksAt, coverage, ...place };
  };
  return { span: keepRecent(SPANS_KEPT, planSpan) };
}

/** The number of the day's urgent events in a span. */
function urgentOf(seed: number, span: number): number {
  const draw = drawFor(seed, 'urgent', Math.floor(span / DAYTIME.length));
  const spans = Array.from({ length: draw.integer(2, 3) }, () => draw.integer(0, DAYTIME.length - 1));
  return spans.filter(quarter => quarter === span % DAYTIME.length).length;
}

export function countByLanguage(traits: readonly Traits[]): ReadonlyMap<Language, number> {
  const groups = Map.groupBy(traits, ({ language }) => language);
  return new Map([...groups].map(([language, group]) => [language, group.length]));
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

/** A smaller value means a heavier tail of event sizes. */
const SIZE_EXPONENT = 1;

/** The share of events by quarter of the day (UTC), lower at night. */
const DAYTIME = [0.75, 1.1, 1.2, 0.95];

interface ScheduleOptions {
  readonly seed: number;
  readonly traits: readonly Traits[];
  readonly newsrooms: InterestDraw;
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
