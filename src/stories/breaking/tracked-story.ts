import type { BreakingCause } from './announcement.ts';
import { combine, Episode, type EpisodeState, neededAgain, type Pace } from './episode.ts';
import { IndependentSources, type SourceReport } from './independent-sources.ts';
import { MinuteWindow, WINDOW_MINUTES } from './minute-window.ts';
import { INDEPENDENT_SOURCES, TIMES_USUAL } from './thresholds.ts';

/** The breaking state of a story. Its size depends on neither the number of articles nor the age. */
export class TrackedStory {
  readonly #articles: MinuteWindow;
  readonly #independentSources: IndependentSources;
  #engagement: MinuteWindow | null = null;
  #episode: Episode | null = null;
  #lastEpisode: EpisodeState | null = null;

  constructor(minute: number) {
    this.#articles = new MinuteWindow(minute);
    this.#independentSources = new IndependentSources(INDEPENDENT_SOURCES);
  }

  report(edge: SourceReport): void {
    const since = Math.max(this.minute, edge.minute) - WINDOW_MINUTES + 1;
    if (edge.minute < since) return;
    this.#independentSources.forget(since);
    if (this.#independentSources.add(edge, since)) this.#articles.add(edge.minute, 1);
  }

  /** Copies count once, also when they are recognised later. */
  rename(texts: ReadonlySet<string>, into: string): void {
    for (const minute of this.#independentSources.rename(texts, into)) this.#articles.remove(minute, 1);
  }

  engage(minute: number, count: number): void {
    this.#engagement ??= new MinuteWindow(Math.max(minute, this.minute));
    this.#engagement.add(minute, count);
  }

  /** Advances to a minute, one by one during an episode; returns the minute in which the episode ended, if it did. */
  advance(minute: number): number | null {
    let endedAt: number | null = null;
    for (let next = this.minute + 1; this.#episode && next <= minute; next++) {
      this.#advanceWindows(next);
      if (this.#episode.step(next, this.pace, this.#neededByPast)) endedAt = next;
      this.#closeIfPast(next);
    }
    this.#advanceWindows(minute);
    return endedAt;
  }

  begin(because: BreakingCause, needed: Pace, minute = this.minute): void {
    this.#episode = Episode.begin(minute, because, needed);
  }

  /** Adds the other's history; both must be at the same minute. */
  absorb(other: TrackedStory): void {
    this.#articles.absorb(other.#articles);
    this.#independentSources.absorb(other.#independentSources);
    if (this.#engagement && other.#engagement) this.#engagement.absorb(other.#engagement);
    else this.#engagement ??= other.#engagement;
    this.#episode = combine(this.#episode, other.#episode);
    this.#lastEpisode = later(this.#lastEpisode, other.#lastEpisode);
  }

  /**
   * Moves articles to another story, where each counts in its own minute. When the other gets most of the sources
   * that made this story breaking, its episode counts as announced under this story's id.
   */
  moveArticles(other: TrackedStory, articles: ReadonlySet<string>): void {
    for (const edge of this.#independentSources.release(articles)) {
      this.#articles.remove(edge.minute, 1);
      other.report(edge);
    }
    if (this.#episode && other.sources > this.sources) other.#episode ??= this.#episode.over(other.minute);
  }

  get minute(): number {
    return this.#articles.minute;
  }

  get pace(): Pace {
    return { articles: this.#articles.velocity, engagement: this.#engagement?.velocity ?? 0 };
  }

  get usual(): Pace {
    return { articles: this.#articles.usual, engagement: this.#engagement?.usual ?? 0 };
  }

  /** The pace needed to break again; zero for a story that never broke. */
  get neededAgain(): Pace {
    return this.#lastEpisode ? neededAgain(this.#lastEpisode, this.minute) : { articles: 0, engagement: 0 };
  }

  get sources(): number {
    return this.#independentSources.count(this.minute - WINDOW_MINUTES + 1);
  }

  /** Whether enough sources share a word that is news; otherwise they share a template. */
  shareNewsWord(needed: number, isNews: (word: number, articles: number) => boolean): boolean {
    return this.#independentSources.shareNewsWord(this.minute - WINDOW_MINUTES + 1, needed, isNews);
  }

  /** The episode, until the story may break again. */
  get episode(): Episode | null {
    return this.#episode;
  }

  /** The current episode, or the last while it is shown. */
  shownEpisode(minute: number): EpisodeState | null {
    const episode = this.#episode ?? (this.#lastEpisode && new Episode(this.#lastEpisode));
    return episode?.isShown(minute) ? episode.state : null;
  }

  get #neededByPast(): Pace {
    const { articles, engagement } = this.usual;
    return { articles: TIMES_USUAL * articles, engagement: TIMES_USUAL * engagement };
  }

  #advanceWindows(minute: number): void {
    this.#articles.advance(minute);
    this.#engagement?.advance(minute);
  }

  #closeIfPast(minute: number): void {
    if (!this.#episode?.isPast(minute)) return;
    this.#lastEpisode = this.#episode.state;
    this.#episode = null;
  }
}

function later(a: EpisodeState | null, b: EpisodeState | null): EpisodeState | null {
  if (!a || !b) return a ?? b;
  return (a.endedAt ?? 0) >= (b.endedAt ?? 0) ? a : b;
}
