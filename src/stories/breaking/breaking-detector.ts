import { ActivePublishers } from './active-publishers.ts';
import type { BreakingAnnouncement, BreakingCause, BreakingStory, ReportedArticle } from './announcement.ts';
import { maxPace, type Pace } from './episode.ts';
import { MINUTE, WINDOW_MINUTES } from './minute-window.ts';
import { paceNeeded, sourcesNeeded, TIMES_USUAL } from './thresholds.ts';
import { TrackedStory } from './tracked-story.ts';
import { WordRates } from './word-rates.ts';

/** Stories without a report for a day are evicted. */
const RETENTION_MINUTES = 24 * 60;

/**
 * Articles older than this when stored do not count. A new installation fetches hours of news within minutes: with
 * two hours, every story that five sources had reported in that time was announced on the first day.
 */
const MAX_AGE_MS = 60 * MINUTE;

/**
 * After so many minutes the usual engagement of the most-read story is known; before that, engagement is never
 * unusual.
 */
const LEARNING_MINUTES = 60;

/**
 * BREAK-1..4: detects breaking stories from their articles and from readers' engagement.
 *
 * A story begins to break only when something is added to it, and ends as time passes (`tick`, about once a minute;
 * the frequency affects only when an end is announced). No clock is read: the same calls in the same order give the
 * same announcements.
 */
export class BreakingDetector {
  readonly #options: Required<BreakingDetectorOptions>;
  /** Least recently touched first. */
  readonly #stories = new Map<string, TrackedStory>();
  /** Stories with an episode: the only ones that `tick` can change. */
  readonly #open = new Set<string>();
  /** Stories with recent engagement. */
  readonly #read = new Set<string>();
  readonly #publishers: ActivePublishers;
  readonly #words = new WordRates();
  #minute = 0;
  /** Engagement arrives later than articles, so it has its own current minute. */
  #engagedMinute = 0;
  #usualEngagement = 0;
  /** The number of minutes from which `usualEngagement` was learned. */
  #learned = 0;

  constructor(options: BreakingDetectorOptions) {
    this.#options = { publisherOf: source => source, minEngagement: 5, maxStories: 200_000, ...options };
    this.#publishers = new ActivePublishers(options.sources);
  }

  /**
   * An article counts in the minute of its publication, not of its fetch: what forty feeds published within an hour
   * and the crawler found within a minute is no burst.
   */
  addArticle(id: string, sighting: ReportedArticle): BreakingAnnouncement[] {
    const { article, copyGroup, joinedGroups = [], source, at, publishedAt = at, words } = sighting;
    const publisher = this.#options.publisherOf(source);
    const now = minuteOf(at);
    this.#publishers.record(publisher, now);
    if (words) this.#words.record(words, minuteOf(Math.min(at, publishedAt)));
    if (at - publishedAt > MAX_AGE_MS) return [];
    const minute = minuteOf(Math.min(at, publishedAt));
    const story = this.#storyAt(id, minute);
    const ended = this.#advance(id, story, story.episode ? now : minute);
    const text = copyGroup ?? `article ${article}`;
    if (joinedGroups.length > 0) story.rename(new Set(joinedGroups), text);
    story.report({ article, publisher, text, minute, words });
    return [...ended, ...this.#beginIfDue(id, story, at)];
  }

  /** BREAK-3: adds reads, shares or comments. */
  addEngagement(id: string, count: number, at: number): BreakingAnnouncement[] {
    const minute = minuteOf(at);
    if (minute > this.#engagedMinute) this.#learnEngagement(minute);
    const story = this.#storyAt(id, minute);
    const ended = this.#advance(id, story, minute);
    story.engage(minute, count);
    this.#read.add(id);
    return [...ended, ...this.#beginIfDue(id, story, at)];
  }

  tick(now: number): BreakingAnnouncement[] {
    const minute = minuteOf(now);
    this.#minute = Math.max(this.#minute, minute);
    this.#publishers.forget(this.#minute - RETENTION_MINUTES);
    const ended = [...this.#open].flatMap(id => {
      const story = this.#stories.get(id);
      return story ? this.#advance(id, story, minute) : [];
    });
    this.#forgetOld();
    return ended;
  }

  /**
   * Two stories merged: their state is combined, and nothing is announced twice. A merge alone is not news; the next
   * article sees the recent sources of both.
   */
  merge(from: string, into: string): BreakingAnnouncement[] {
    const source = this.#stories.get(from);
    if (!source || from === into) return [];
    const target = this.#storyAt(into, source.minute);
    const minute = Math.max(source.minute, target.minute);
    const ended = [...this.#advance(from, source, minute), ...this.#advance(into, target, minute)];
    const isMoved = source.episode?.isBreaking ?? false;
    target.absorb(source);
    this.#stories.delete(from);
    this.#open.delete(from);
    this.#note(into, target);
    const moved: BreakingAnnouncement[] = isMoved
      ? [{ kind: 'moved', story: into, from, at: minute * MINUTE }]
      : [];
    return [...ended, ...moved];
  }

  /** Some articles moved from one story to another. */
  split(from: string, into: string, articles: readonly string[]): BreakingAnnouncement[] {
    const source = this.#stories.get(from);
    if (!source || from === into) return [];
    const target = this.#storyAt(into, source.minute);
    const ended = this.#advance(into, target, source.minute);
    source.moveArticles(target, new Set(articles));
    this.#note(into, target);
    return ended;
  }

  /** BREAK-4: stories that are breaking or were within six hours, fastest first. */
  current(now: number): BreakingStory[] {
    const minute = minuteOf(now);
    const shown = [...this.#stories].flatMap(([story, tracked]) => {
      const episode = tracked.shownEpisode(minute);
      if (!episode) return [];
      const { beganAt, endedAt, because } = episode;
      const ended = endedAt === null ? null : endedAt * MINUTE;
      return [{ story, beganAt: beganAt * MINUTE, endedAt: ended, because, velocity: tracked.pace.articles }];
    });
    return shown.sort((a, b) => b.velocity - a.velocity || (a.story < b.story ? -1 : 1));
  }

  /** Restores an announced episode whose end was not announced. */
  resume(id: string, { beganAt, because }: { beganAt: number; because: BreakingCause }, now: number): void {
    const story = this.#storyAt(id, minuteOf(now));
    if (story.episode?.isBreaking) return;
    story.begin(because, this.#needed(story), minuteOf(beganAt));
    this.#note(id, story);
  }

  get size(): number {
    return this.#stories.size;
  }

  #storyAt(id: string, minute: number): TrackedStory {
    const story = this.#stories.get(id) ?? new TrackedStory(minute);
    this.#stories.delete(id);
    this.#stories.set(id, story);
    if (this.#stories.size > this.#options.maxStories) this.#forgetOne();
    return story;
  }

  #advance(id: string, story: TrackedStory, minute: number): BreakingAnnouncement[] {
    const beganAt = story.episode?.state.beganAt ?? 0;
    const endedAt = story.advance(minute);
    this.#note(id, story);
    if (endedAt === null) return [];
    return [{ kind: 'ended', story: id, at: endedAt * MINUTE, beganAt: beganAt * MINUTE }];
  }

  /** It begins now, however long ago the articles were published. */
  #beginIfDue(id: string, story: TrackedStory, at: number): BreakingAnnouncement[] {
    if (story.episode) return [];
    const needed = this.#needed(story);
    const because = this.#causeOf(story, needed);
    if (!because) return [];
    const { sources } = story;
    const velocity = story.pace.articles;
    story.advance(minuteOf(at));
    story.begin(because, needed);
    this.#note(id, story);
    const beganAt = Math.max(at, story.minute * MINUTE);
    return [{ kind: 'began', story: id, at: beganAt, because, velocity, sources }];
  }

  #causeOf(story: TrackedStory, needed: Pace): BreakingCause | null {
    const { articles, engagement } = story.pace;
    const sources = sourcesNeeded(this.#publishers.count);
    if (
      reaches(articles, needed.articles) &&
      story.sources >= sources &&
      story.shareNewsWord(sources, (word, count) => this.#words.isNews(word, count))
    )
      return 'coverage';
    const isKnown = this.#learned >= LEARNING_MINUTES;
    return isKnown && reaches(engagement, needed.engagement) ? 'engagement' : null;
  }

  #needed({ usual, neededAgain }: TrackedStory): Pace {
    const engagement = TIMES_USUAL * Math.max(usual.engagement, this.#usualEngagement);
    const first = {
      articles: paceNeeded(this.#publishers.count, usual.articles),
      engagement: Math.max(this.#options.minEngagement, engagement),
    };
    return maxPace(first, neededAgain);
  }

  /**
   * Learns the usual engagement of the most-read story, the baseline for stories without a history. The average is
   * no baseline: most stories are hardly read, and the one at the top of a page gets many times the average every
   * day.
   */
  #learnEngagement(minute: number): void {
    this.#engagedMinute = minute;
    let max = 0;
    for (const id of this.#read) {
      const story = this.#stories.get(id);
      if (story && story.minute > minute - WINDOW_MINUTES) max = Math.max(max, story.pace.engagement);
      else this.#read.delete(id);
    }
    if (this.#read.size === 0) return;
    // A plain mean for the first day, an exponential one after that.
    this.#learned = Math.min(this.#learned + 1, RETENTION_MINUTES);
    this.#usualEngagement += (max - this.#usualEngagement) / this.#learned;
  }

  #note(id: string, story: TrackedStory): void {
    if (!this.#stories.has(id)) this.#stories.set(id, story);
    if (story.episode) this.#open.add(id);
    else this.#open.delete(id);
  }

  #forgetOld(): void {
    for (const [id, story] of this.#stories) {
      if (story.minute > this.#minute - RETENTION_MINUTES) return;
      this.#stories.delete(id);
      this.#open.delete(id);
    }
  }

  /** Evicts the least recently touched story that is not breaking. */
  #forgetOne(): void {
    for (const [id, story] of this.#stories) {
      if (story.episode) continue;
      this.#stories.delete(id);
      return;
    }
  }
}

/** Paces are counts divided by thirty, so the comparison tolerates rounding. */
function reaches(pace: number, needed: number): boolean {
  return pace >= needed - 1e-9;
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE);
}

export interface BreakingDetectorOptions {
  /** The number of sources known at the start; more are counted as they report. */
  readonly sources: number;
  /** The sources of one publisher count once; by default every source is its own publisher. */
  readonly publisherOf?: (source: string) => string;
  /** The minimum engagement per minute, whatever is usual. */
  readonly minEngagement?: number;
  readonly maxStories?: number;
}
