import { MAX_COVERAGE_MS } from '../events/coverage.ts';
import type { Coverage, PlannedEvent } from '../events/event.ts';
import { type Schedule, SPAN } from '../events/schedule.ts';
import type { Traits } from '../publishers/traits.ts';
import { type OwnColumn, type OwnPiece, ownPiecesOf } from './own.ts';

const DAY = 24 * 3_600_000;

/** An article without its text: its time, and the data to derive the text. */
export type Stub = { readonly id: string; readonly at: number; readonly publisher: number } & (
  | { readonly event: PlannedEvent; readonly coverage: Coverage }
  | { readonly column: OwnColumn }
);

/** The newest `length` articles of a publisher at a time, newest first, and the earliest time of the next one. */
export function windowOf({ seed, schedule, traits, time, length, since }: WindowOptions): Window {
  const found: Stub[] = [];
  const today = Math.floor(time / DAY);
  let nextAt = (Math.floor(time / SPAN) + 1) * SPAN;
  const take = (stub: Stub) => {
    if (stub.at > time) nextAt = Math.min(nextAt, stub.at);
    else if (stub.at >= since) found.push(stub);
  };
  for (let day = today; (day + 1) * DAY > since && !isFull(found, length, day); day--) {
    for (let span = (day + 1) * SPANS_A_DAY - 1; span >= day * SPANS_A_DAY; span--) {
      if (span * SPAN > time) continue;
      for (const { event, coverage } of schedule.span(span).byPublisher.get(traits.index) ?? [])
        take(eventStub(event, coverage));
    }
    ownStubs(seed, traits, day).forEach(take);
  }
  return { stubs: found.sort(newestFirst).slice(0, length), nextAt };
}

const SPANS_A_DAY = DAY / SPAN;

/** An event of `day` or before can be written about until `MAX_COVERAGE_MS` after it, at most. */
function isFull(found: Stub[], length: number, day: number): boolean {
  const latest = (day + 1) * DAY + MAX_COVERAGE_MS;
  return found.length >= length && found.filter(stub => stub.at > latest).length >= length;
}

export function newestFirst(a: Stub, b: Stub): number {
  return b.at - a.at || (a.id < b.id ? -1 : 1);
}

export function eventStub(event: PlannedEvent, coverage: Coverage): Stub {
  return {
    id: `${event.id}-${coverage.position.toString(36)}`,
    at: coverage.at,
    publisher: coverage.publisher,
    event,
    coverage,
  };
}

export function ownStubs(seed: number, traits: Traits, day: number): Stub[] {
  return ownPiecesOf(seed, traits, day).map(stubOf);
}

function stubOf(piece: OwnPiece): Stub {
  const { id, at, publisher } = piece;
  if ('column' in piece) return { id, at, publisher, column: piece };
  const [coverage] = piece.event.coverage;
  if (!coverage) throw new Error(`no publisher covers ${piece.event.id}`);
  return { id, at, publisher, event: piece.event, coverage };
}

interface WindowOptions {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly traits: Traits;
  readonly time: number;
  readonly length: number;
  /** Older articles are not in the window. */
  readonly since: number;
}

export interface Window {
  readonly stubs: readonly Stub[];
  /** The window cannot change before this time. */
  readonly nextAt: number;
}
