import { topicOf, writeArticle } from './articles/article.ts';
import { eventStub, newestFirst, ownStubs, type Stub, type Window, windowOf } from './articles/window.ts';
import { LONGEST_COVERAGE } from './events/coverage.ts';
import type { PlannedEvent } from './events/event.ts';
import { createSchedule, SPAN } from './events/schedule.ts';
import { createNewsrooms } from './publishers/newsrooms.ts';
import { describePublisher } from './publishers/publisher.ts';
import { drawTraits } from './publishers/traits.ts';
import { keepRecent } from './recent.ts';
import type { Article, NewsEvent, Publisher, Truth } from './types.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Events further away than this are not looked for, so that a made-up address costs nothing. */
const REACH = 400 * DAY;

/** About what the feeds of 300 publishers show; more than that is derived again. */
const ARTICLES_KEPT = 12_000;

/**
 * A made-up world of publishers that write about made-up events. Everything is derived from seed and time:
 * two worlds of the same seed agree on every article, also when they were started at different times, and
 * nothing grows while one runs. `startsAt` only says how far the back catalogue goes back.
 */
export function createWorld({
  seed,
  startsAt,
  publishers: count = 300,
  eventsPerDay,
  catalogueDays = 8,
}: WorldOptions): World {
  const traits = drawTraits(seed, count);
  const newsrooms = createNewsrooms(traits);
  const perDay = eventsPerDay ?? Math.round(1450 * Math.min(4, Math.max(0.05, count / 300)));
  const schedule = createSchedule({ seed, traits, newsrooms, eventsPerDay: perDay });
  const since = startsAt - catalogueDays * DAY;

  const described: Publisher[] = [];
  const publisherAt = (index: number): Publisher => {
    const own = traits[index];
    if (!own) throw new RangeError(`there is no publisher ${index}`);
    described[index] ??= describePublisher(seed, own);
    return described[index];
  };
  let slugs: Map<string, number> | null = null;
  const indexOfSlug = (slug: string) => {
    slugs ??= new Map(traits.map(({ index }) => [publisherAt(index).slug, index]));
    return slugs.get(slug);
  };

  const stubs = new Map<string, Stub>();
  const written = keepRecent(ARTICLES_KEPT, (key: string): Article => {
    const stub = stubs.get(key);
    if (!stub) throw new Error(`nothing is known of ${key}`);
    return writeArticle(seed, stub, key.endsWith('+'), publisherAt);
  });
  const read = (stub: Stub, time: number): Article => {
    const isCorrected =
      'coverage' in stub && stub.coverage.correctedAt !== null && stub.coverage.correctedAt <= time;
    const key = isCorrected ? `${stub.id}+` : stub.id;
    stubs.set(key, stub);
    const article = written(key);
    stubs.delete(key);
    return article;
  };

  const find = (reference: string): Stub | null => {
    const [, type, first = '', second = '', third = ''] = ID_AT_END.exec(reference) ?? [];
    const [a, b, c] = [first, second, third].map(part => Number.parseInt(part, 36));
    if (a === undefined || b === undefined || c === undefined) return null;
    if (type === 'o') {
      const own = traits[a];
      return (own && ownStubs(seed, own, b)[c]) ?? null;
    }
    if (Math.abs(a - Math.floor(startsAt / SPAN)) > REACH / SPAN) return null;
    const event = type === 's' ? schedule.span(a).events[b] : undefined;
    const coverage = event?.coverage[c];
    return event && coverage ? eventStub(event, coverage) : null;
  };

  const windowAt = (publisher: Publisher, time: number): Window => {
    const own = traits[publisher.index];
    if (!own) throw new RangeError(`there is no publisher ${publisher.index}`);
    return windowOf({ seed, schedule, traits: own, time, length: publisher.feedLength, since });
  };

  /** All articles of a span of time, newest first. */
  const articlesWithin = (from: number, until: number): Stub[] => {
    const found: Stub[] = [];
    for (let span = Math.floor((from - LONGEST_COVERAGE) / SPAN); span * SPAN <= until; span++) {
      for (const event of schedule.span(span).events)
        for (const coverage of event.coverage) found.push(eventStub(event, coverage));
    }
    for (let day = Math.floor(from / DAY); day * DAY <= until; day++) {
      for (const own of traits) found.push(...ownStubs(seed, own, day));
    }
    return found.filter(({ at }) => at > from && at <= until).sort(newestFirst);
  };

  return {
    seed,
    startsAt,
    publisherCount: count,
    publisherAt,
    get publishers() {
      return traits.map(({ index }) => publisherAt(index));
    },
    get brokenPublishers() {
      return traits.filter(({ fault }) => fault !== null).map(({ index }) => publisherAt(index));
    },
    publisherBySlug: slug => {
      const index = indexOfSlug(slug);
      return index === undefined ? null : publisherAt(index);
    },
    articlesOf: (publisher, time) => windowAt(publisher, time).stubs.map(stub => read(stub, time)),
    nextChangeAt: (publisher, time) => {
      const { stubs: shown, nextAt } = windowAt(publisher, time);
      const corrections = shown.flatMap(stub => ('coverage' in stub && stub.coverage.correctedAt) || []);
      return Math.min(nextAt, ...corrections.filter(at => at > time));
    },
    *articlesUntil(time, from = since) {
      for (let until = time; until > from; until -= SPAN) {
        for (const stub of articlesWithin(Math.max(from, until - SPAN), until)) yield read(stub, time);
      }
    },
    article: (reference, time) => {
      const stub = find(reference);
      return stub && stub.at <= time ? read(stub, time) : null;
    },
    truthOf: reference => {
      const stub = find(reference);
      return stub && truthOf(stub, publisherAt(stub.publisher));
    },
    events: (from = since, until = startsAt) => {
      const found: NewsEvent[] = [];
      for (let span = Math.floor(from / SPAN); span * SPAN <= until; span++) {
        found.push(
          ...schedule
            .span(span)
            .events.filter(({ at }) => at >= from && at <= until)
            .map(describeEvent),
        );
      }
      return found.sort((a, b) => a.at - b.at);
    },
  };
}

/** Addresses end with it, with or without an ending, and so do guids. */
const ID_AT_END = /(?:^|[^0-9a-z])([so])-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)(?:\.html|\/)?(?:[?#].*)?$/;

function truthOf(stub: Stub, { index, language }: Publisher): Truth {
  const told = 'event' in stub ? stub : null;
  return {
    articleId: stub.id,
    publisherId: index,
    eventId: told?.event.id ?? null,
    kind: told?.event.kind.name ?? 'column',
    copyOf:
      told && told.coverage.copyOf !== null ? `${told.event.id}-${told.coverage.copyOf.toString(36)}` : null,
    topic: topicOf(stub),
    language,
    isUpdate: told !== null && told.coverage.stage > 0,
    isBreaking: told?.event.isBreaking ?? false,
    publishedAt: stub.at,
    correctedAt: told?.coverage.correctedAt ?? null,
  };
}

function describeEvent(event: PlannedEvent): NewsEvent {
  const ordered = event.coverage.map(coverage => eventStub(event, coverage)).sort((a, b) => a.at - b.at);
  return {
    id: event.id,
    kind: event.kind.name,
    topic: event.kind.topic,
    at: event.at,
    country: event.country.name.en,
    city: event.city,
    isBreaking: event.isBreaking,
    articleIds: ordered.map(({ id }) => id),
  };
}

export interface WorldOptions {
  readonly seed: number;
  readonly startsAt: number;
  readonly publishers?: number;
  /** Events that more than one newsroom may write about; by default in proportion to the publishers. */
  readonly eventsPerDay?: number;
  readonly catalogueDays?: number;
}

export interface World {
  readonly seed: number;
  readonly startsAt: number;
  readonly publisherCount: number;
  /** All of them described; with very many, ask for single ones by `publisherAt`. */
  readonly publishers: readonly Publisher[];
  /** Those whose feed is broken on purpose; `fault` says how. */
  readonly brokenPublishers: readonly Publisher[];
  publisherAt(index: number): Publisher;
  publisherBySlug(slug: string): Publisher | null;
  /** What the publisher's feed shows at a time, newest first. */
  articlesOf(publisher: Publisher, time: number): Article[];
  /** `articlesOf` gives the same until this time, at least. */
  nextChangeAt(publisher: Publisher, time: number): number;
  /** Everything ever published up to a time, newest first, back to `from` or the start of the catalogue. */
  articlesUntil(time: number, from?: number): Iterable<Article>;
  /** An article by id, guid, path or URL; null before it was published. */
  article(reference: string, time: number): Article | null;
  truthOf(reference: string): Truth | null;
  /** Shared events between two times; by default those of the back catalogue. */
  events(from?: number, until?: number): NewsEvent[];
}
