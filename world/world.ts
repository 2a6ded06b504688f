import { createArchive } from './articles/archive.ts';
import { correctionOf, createReading } from './articles/reading.ts';
import { type Window, windowOf } from './articles/window.ts';
import { countByLanguage, createSchedule, SPAN } from './events/schedule.ts';
import { createDirectory } from './publishers/directory.ts';
import { createInterestDraw } from './publishers/interest-draw.ts';
import { drawTraits } from './publishers/traits.ts';
import { describeEvent, truthOf } from './truth.ts';
import type { Article, Language, NewsEvent, Publisher, Truth } from './types.ts';

const DAY = 24 * 3_600_000;

/** Attempted events per day, of which some find no free location; 300 publishers write some 8,000 articles. */
const EVENTS_PER_DAY = 900;

/**
 * A synthetic world of publishers that write about synthetic events. Everything derives from seed and time: two worlds
 * of the same seed agree on every article, even when started at different times, and memory does not grow. `startsAt`
 * only determines how far the back catalogue reaches.
 */
export function createWorld({
  seed,
  startsAt,
  publishers: count = 300,
  eventsPerDay = usualEvents(count),
  catalogueDays = 8,
}: WorldOptions): World {
  const traits = drawTraits(seed, count);
  const schedule = createSchedule({ seed, traits, newsrooms: createInterestDraw(traits), eventsPerDay });
  const directory = createDirectory(seed, traits);
  const archive = createArchive({ seed, startsAt, schedule, traits });
  const read = createReading(seed, directory.at);
  const since = startsAt - catalogueDays * DAY;
  const windowAt = ({ index, feedLength }: Publisher, time: number): Window =>
    windowOf({ seed, schedule, traits: directory.traitsAt(index), time, length: feedLength, since });

  return {
    seed,
    startsAt,
    publisherCount: count,
    publishersByLanguage: countByLanguage(traits),
    get publishers() {
      return directory.all();
    },
    get brokenPublishers() {
      return directory.broken();
    },
    publisherAt: directory.at,
    publisherBySlug: directory.bySlug,
    articlesOf: (publisher, time) => windowAt(publisher, time).stubs.map(stub => read(stub, time)),
    nextChangeAt: (publisher, time) => {
      const { stubs, nextAt } = windowAt(publisher, time);
      const corrections = stubs.map(correctionOf).filter(at => at !== null);
      return Math.min(nextAt, ...corrections.filter(at => at > time));
    },
    *articlesUntil(time, from = since) {
      for (let until = time; until > from; until -= SPAN) {
        for (const stub of archive.within(Math.max(from, until - SPAN), until)) yield read(stub, time);
      }
    },
    article: (reference, time) => {
      const stub = archive.find(reference);
      return stub && stub.at <= time ? read(stub, time) : null;
    },
    truthOf: reference => {
      const stub = archive.find(reference);
      return stub && truthOf(stub, directory.at(stub.publisher));
    },
    truthsWithin: (from, until) =>
      archive.within(from, until).flatMap(stub => {
        const publisher = traits[stub.publisher];
        return publisher ? [truthOf(stub, publisher)] : [];
      }),
    events: (from = since, until = startsAt) => {
      const spans = Array.from(
        { length: Math.floor(until / SPAN) - Math.floor(from / SPAN) + 1 },
        (_, i) => Math.floor(from / SPAN) + i,
      );
      const events = spans
        .flatMap(span => schedule.span(span).events)
        .filter(({ at }) => at >= from && at <= until);
      return events.map(describeEvent).sort((a, b) => a.at - b.at);
    },
  };
}

/** In proportion to the number of publishers, up to a thousand. */
function usualEvents(publishers: number): number {
  return Math.round(EVENTS_PER_DAY * Math.min(4, Math.max(0.05, publishers / 300)));
}

export interface WorldOptions {
  readonly seed: number;
  readonly startsAt: number;
  readonly publishers?: number;
  /** Shared events per day; by default in proportion to the publishers. */
  readonly eventsPerDay?: number;
  readonly catalogueDays?: number;
}

export interface World {
  readonly seed: number;
  readonly startsAt: number;
  readonly publisherCount: number;
  readonly publishersByLanguage: ReadonlyMap<Language, number>;
  /** All publishers; in large worlds, use `publisherAt` for single ones. */
  readonly publishers: readonly Publisher[];
  /** Publishers with a deliberately broken feed; see `fault`. */
  readonly brokenPublishers: readonly Publisher[];
  publisherAt(index: number): Publisher;
  publisherBySlug(slug: string): Publisher | null;
  /** The articles in the publisher's feed at a time, newest first. */
  articlesOf(publisher: Publisher, time: number): Article[];
  /** `articlesOf` returns the same at least until this time. */
  nextChangeAt(publisher: Publisher, time: number): number;
  /** All articles published up to a time, newest first, back to `from` or the start of the catalogue. */
  articlesUntil(time: number, from?: number): Iterable<Article>;
  /** An article by id, guid, path or URL; null before it was published. */
  article(reference: string, time: number): Article | null;
  truthOf(reference: string): Truth | null;
  /** The ground truth of all articles published after `from` and up to `until`, newest first; generates no text. */
  truthsWithin(from: number, until: number): Truth[];
  /** Shared events between two times; by default those of the back catalogue. */
  events(from?: number, until?: number): NewsEvent[];
}
