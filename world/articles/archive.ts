import { MAX_COVERAGE_MS } from '../events/coverage.ts';
import { type Schedule, SPAN } from '../events/schedule.ts';
import type { Traits } from '../publishers/traits.ts';
import { eventStub, newestFirst, ownStubs, type Stub } from './window.ts';

const DAY = 24 * 3_600_000;

/** Does not search events outside this range, so that lookups of invented URLs are cheap. */
const REACH = 400 * DAY;

/** Finds articles by reference and by time of publication. */
export function createArchive({ seed, startsAt, schedule, traits }: ArchiveOptions): Archive {
  const ownPiece = (publisher: number, day: number, number: number): Stub | null => {
    const own = traits[publisher];
    return (own && ownStubs(seed, own, day)[number]) ?? null;
  };
  const eventArticle = (span: number, number: number, position: number): Stub | null => {
    if (Math.abs(span * SPAN - startsAt) > REACH) return null;
    const event = schedule.span(span).events[number];
    const coverage = event?.coverage[position];
    return event && coverage ? eventStub(event, coverage) : null;
  };
  return {
    find: reference => {
      const [, type, ...parts] = ID_AT_END.exec(reference) ?? [];
      const [first = 0, second = 0, third = 0] = parts.map(part => Number.parseInt(part, 36));
      if (type === undefined) return null;
      return type === 'o' ? ownPiece(first, second, third) : eventArticle(first, second, third);
    },
    within: (from, until) => {
      const found: Stub[] = [];
      for (let span = Math.floor((from - MAX_COVERAGE_MS) / SPAN); span * SPAN <= until; span++) {
        for (const event of schedule.span(span).events) {
          for (const coverage of event.coverage) found.push(eventStub(event, coverage));
        }
      }
      for (let day = Math.floor(from / DAY); day * DAY <= until; day++) {
        for (const own of traits) found.push(...ownStubs(seed, own, day));
      }
      return found.filter(({ at }) => at > from && at <= until).sort(newestFirst);
    },
  };
}

/** URLs end with it, with or without a file extension, and so do guids. */
const ID_AT_END = /(?:^|[^0-9a-z])([so])-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)(?:\.html|\/)?(?:[?#].*)?$/;

interface ArchiveOptions {
  readonly seed: number;
  readonly startsAt: number;
  readonly schedule: Schedule;
  readonly traits: readonly Traits[];
}

export interface Archive {
  /** By id, guid, path or URL. */
  find(reference: string): Stub | null;
  /** All articles published after `from` and up to `until`, newest first. */
  within(from: number, until: number): Stub[];
}
