import { type Arrival, asStored } from '../../world/storing.ts';
import type { Article, Language, Truth } from '../../world/types.ts';
import type { World } from '../../world/world.ts';
import { type Agreement, bCubed } from '../lib/evaluation/clusters.ts';
import { type BreakingVerdict, judgeBreaking, type News } from './breaking/judge.testing.ts';
import { LanguageClusterer } from './clusterer/language-clusterer.ts';
import { describe } from './describe/describe.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Runs the functions of the stories flow over a span of the demo world at full speed, without HTTP or database:
 * every article is described and clustered, and the result is compared with what really happened.
 */
export function runWorld(world: World, from: number, until: number): GroundTruth {
  return runDescribedWorld(world, from, until, describeArrivals(world, asStored(world, { from, until })));
}

/** The same with described articles, in the order in which they arrived. */
export function runDescribedWorld(
  world: World,
  from: number,
  until: number,
  described: Iterable<DescribedArrival>,
): GroundTruth {
  const harness = new WorldRun(world);
  let number = 0;
  for (const each of described) harness.place(each, idOf(each, number++));
  harness.advance(until);
  return harness.judge(from, until);
}

export function* describeArrivals(world: World, arrivals: Iterable<Arrival>): Iterable<DescribedArrival> {
  for (const { truth, storedAt } of arrivals) {
    const article = world.article(truth.articleId, truth.publishedAt);
    if (!article) throw new Error(`${truth.articleId} is not there when it is published`);
    const { language, fingerprint, features } = describe(toDescribe(article), null);
    yield { truth, storedAt, language, fingerprint, features };
  }
}

class WorldRun {
  readonly #world: World;
  readonly #registry = new Map<string, LanguageClusterer>();
  readonly #arrivals: PlacedArrival[] = [];
  readonly #truths = new Map<string, Truth>();
  /** From merged copy groups to their successors. */
  readonly #joined = new Map<string, string>();
  readonly #news: News[] = [];
  #minute = 0;

  constructor(world: World) {
    this.#world = world;
  }

  place({ truth, storedAt, language, fingerprint, features }: DescribedArrival, id: string): void {
    this.advance(storedAt);
    const clusterer = this.#clustererOf(language);
    const source = String(truth.publisherId);
    const { publishedAt } = truth;
    const placed = clusterer.place({ id, storedAt, publishedAt, source, fingerprint, features });
    this.#truths.set(id, truth);
    this.#arrivals.push({ id, truth, clusterer, copyGroup: placed.copyGroup });
    for (const group of placed.joinedGroups) this.#joined.set(group, placed.copyGroup);
    for (const { kind, story } of placed.announcements)
      if (kind === 'began')
        this.#news.push({ at: storedAt, language, event: this.#eventOf(clusterer, story) });
  }

  /** Ticks every minute, and evicts once a day. */
  advance(until: number): void {
    for (this.#minute ||= until; this.#minute <= until; this.#minute += MINUTE)
      for (const clusterer of this.#registry.values()) {
        clusterer.breaking.tick(this.#minute);
        if (this.#minute % DAY < MINUTE) clusterer.stories.expire(this.#minute);
      }
  }

  judge(from: number, until: number): GroundTruth {
    const known = this.#arrivals.flatMap(({ id, clusterer, truth }) => {
      const story = clusterer.stories.storyOf(id);
      return story === undefined ? [] : [{ truth, story: `${clusterer.language} ${story}` }];
    });
    return {
      articles: this.#arrivals.length,
      mistakenLanguages: this.#arrivals.filter(
        ({ truth, clusterer }) => truth.language !== clusterer.language,
      ).length,
      ...judgeStories(known),
      copies: bCubed(
        this.#arrivals.map(({ copyGroup }) => this.#lastName(copyGroup)),
        this.#arrivals.map(({ truth }) => truth.copyOf ?? truth.articleId),
      ),
      breaking: judgeBreaking(this.#world, this.#news, from, until),
    };
  }

  #clustererOf(language: string): LanguageClusterer {
    const known = this.#registry.get(language);
    if (known) return known;
    const houses = [...this.#world.publishersByLanguage].find(([known]) => known === language);
    const clusterer = new LanguageClusterer({ language, windowMs: 7 * DAY, sources: houses?.[1] ?? 0 });
    this.#registry.set(language, clusterer);
    return clusterer;
  }

  #eventOf(clusterer: LanguageClusterer, story: string): string | null {
    return majorityEvent(clusterer.stories.members(story).map(id => this.#truths.get(id)?.eventId ?? null));
  }

  /** A name may be reused after its group expired, so no name is followed twice. */
  #lastName(group: string): string {
    const passed = new Set([group]);
    let name = group;
    for (let next = this.#joined.get(name); next && !passed.has(next); next = this.#joined.get(name)) {
      passed.add(next);
      name = next;
    }
    return name;
  }
}

/** The agreement of stories and events, by language; an article without an event is a separate story. */
export function judgeStories(placed: readonly PlacedTruth[]): StoriesVerdict {
  const agreement = (some: readonly PlacedTruth[]) =>
    bCubed(
      some.map(({ story }) => story),
      some.map(({ truth }) => `${truth.language} ${truth.eventId ?? truth.articleId}`),
    );
  const languages = Map.groupBy(placed, ({ truth }) => truth.language);
  return {
    stories: agreement(placed),
    byLanguage: [...languages].map(([language, some]) => ({
      language,
      articles: some.length,
      events: new Set(some.map(({ truth }) => truth.eventId ?? truth.articleId)).size,
      stories: agreement(some),
    })),
  };
}

/** The event of most of these articles. */
export function majorityEvent(events: readonly (string | null)[]): string | null {
  const counts = Map.groupBy(events, event => event);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}

function toDescribe({ headline, summary, paragraphs, publisher, path, section, publishedAt }: Article) {
  return {
    title: headline,
    summary,
    bodyText: paragraphs.join('\n\n'),
    declaredLanguage: publisher.language,
    url: `http://${publisher.domain}${path}`,
    sourceId: String(publisher.index),
    sourceName: publisher.name,
    sourceCategory: publisher.topic ?? undefined,
    categories: [section],
    publishedAt,
  };
}

/** Like real ids: they grow with the storage time. */
function idOf({ storedAt }: DescribedArrival, number: number): string {
  const time = storedAt.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

interface PlacedArrival {
  readonly id: string;
  readonly truth: Truth;
  readonly clusterer: LanguageClusterer;
  readonly copyGroup: string;
}

export interface DescribedArrival extends Pick<Arrival, 'truth' | 'storedAt'> {
  readonly language: string;
  readonly fingerprint: Uint8Array;
  readonly features: Uint8Array;
}

interface PlacedTruth {
  readonly truth: Truth;
  readonly story: string;
}

export interface StoriesVerdict {
  readonly stories: Agreement;
  readonly byLanguage: readonly {
    readonly language: Language;
    readonly articles: number;
    readonly events: number;
    readonly stories: Agreement;
  }[];
}

export interface GroundTruth extends StoriesVerdict {
  readonly articles: number;
  /** Articles whose language was not recognised. */
  readonly mistakenLanguages: number;
  readonly copies: Agreement;
  readonly breaking: BreakingVerdict;
}
