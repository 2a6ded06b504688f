import { idToBytes } from '../../lib/ids.ts';
import type { RecentStory } from '../../model/story.ts';
import { grown } from './grown.ts';
import { NamesByPlace } from './names-by-place.ts';
import { Numbered } from './numbered.ts';
import { PackedStory } from './packed-story.ts';
import { Postings } from './postings.ts';

/**
 * FEED-2: the stories of the last two days, in the memory of this process. A story has a place; what ranking reads of
 * it lies in columns by place, what is shown of it beside them, packed:
 *
 *   place          0        1        2   ...
 *   topicPlaces    [8 of 128] [8 of 128] ...      topic vectors of 128 dimensions, of which few are not zero
 *   topicWeights   [8]      [8]
 *   updatedAt, quality, isBreaking ...
 *
 * Places of stories that are gone are used again. `version` is the count of all changes, and the places of the last few
 * thousand are remembered, so that whoever keeps something by place looks at those that changed and not at all.
 */
export class StoryWindow {
  readonly #stories: (PackedStory | undefined)[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #redirects = new Map<string, string>();
  readonly #formerly = new Map<string, Set<string>>();
  readonly #changed: number[] = [];
  readonly postings = new Postings();
  readonly entities = new NamesByPlace();
  readonly sources = new NamesByPlace();
  readonly languages = new Numbered();
  /** The number of its language. */
  language = new Uint16Array(0);
  /** The ids of stories, sixteen bytes each. */
  ids = new Uint8Array(0);
  topicPlaces = new Uint8Array(0);
  topicWeights = new Float32Array(0);
  updatedAt = new Float64Array(0);
  firstSeenAt = new Float64Array(0);
  quality = new Float32Array(0);
  sourceCount = new Uint32Array(0);
  isBreaking = new Uint8Array(0);
  /** When an editor put it on top; 0 when nobody did. */
  pinnedAt = new Float64Array(0);
  #version = 0;

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#placeOf.size;
  }

  /** One past the last place that was ever used. */
  get places(): number {
    return this.#stories.length;
  }

  /** To be shown. What is asked of many stories is in the columns. */
  at(place: number): RecentStory | undefined {
    return this.#stories[place]?.open();
  }

  idAt(place: number): string | undefined {
    return this.#stories[place]?.id;
  }

  /** Another one whenever the story is told otherwise. */
  tellingAt(place: number): object | undefined {
    return this.#stories[place];
  }

  placeOf(id: string): number | undefined {
    return this.#placeOf.get(id);
  }

  has(id: string): boolean {
    return this.#placeOf.has(this.resolve(id));
  }

  find(id: string): RecentStory | undefined {
    const place = this.#placeOf.get(this.resolve(id));
    return place === undefined ? undefined : this.at(place);
  }

  /** The id of the story that this one became part of, or its own. */
  resolve(id: string): string {
    let known = id;
    for (let hops = 0; hops < MOST_HOPS; hops++) {
      const next = this.#redirects.get(known);
      if (next === undefined) return known;
      known = next;
    }
    return known;
  }

  /** The story's own id, and those of all that became part of it. */
  *idsOf(id: string): Generator<string> {
    yield id;
    for (const former of this.#formerly.get(id) ?? []) yield* this.idsOf(former);
  }

  *all(): Generator<number> {
    for (const place of this.#placeOf.values()) yield place;
  }

  /** The places that changed since that version; null when it is too long ago to know. */
  changedSince(version: number): readonly number[] | null {
    const behind = this.#version - version;
    return behind > this.#changed.length ? null : this.#changed.slice(this.#changed.length - behind);
  }

  put(recent: RecentStory): void {
    this.#forgetRedirect(recent.story.id);
    this.#drop(recent.story.id);
    const place = this.#free.pop() ?? this.#stories.length;
    this.#makeRoom(place + 1);
    this.#stories[place] = new PackedStory(recent);
    this.#placeOf.set(recent.story.id, place);
    this.#fill(place, recent);
    this.postings.add(place, recent);
    this.#note(place);
  }

  remove(id: string): void {
    this.#drop(id);
  }

  /** STORY-1: whoever holds the old id is led on. */
  redirect(from: string, into: string): void {
    if (this.resolve(into) === from) this.#forgetRedirect(into);
    this.#forgetRedirect(from);
    this.remove(from);
    this.#redirects.set(from, into);
    this.#formerly.set(into, (this.#formerly.get(into) ?? new Set()).add(from));
    const [oldest = ''] = this.#redirects.keys();
    if (this.#redirects.size > MOST_REDIRECTS) this.#forgetRedirect(oldest);
  }

  /** Forgets what has not changed since. */
  expire(before: number): void {
    for (const [id, place] of this.#placeOf) if ((this.updatedAt[place] ?? 0) < before) this.remove(id);
  }

  #forgetRedirect(from: string): void {
    const into = this.#redirects.get(from);
    if (into === undefined) return;
    this.#redirects.delete(from);
    const former = this.#formerly.get(into);
    former?.delete(from);
    if (former?.size === 0) this.#formerly.delete(into);
  }

  #note(place: number): void {
    this.#version++;
    this.#changed.push(place);
    if (this.#changed.length > 2 * MOST_CHANGES) this.#changed.splice(0, MOST_CHANGES);
  }

  #drop(id: string): void {
    const place = this.#placeOf.get(id);
    const recent = place === undefined ? undefined : this.at(place);
    if (place === undefined || recent === undefined) return;
    this.postings.remove(place, recent);
    this.entities.drop(place, recent.story.entities);
    this.sources.drop(place, tellersOf(recent));
    this.languages.release(recent.story.language);
    this.#placeOf.delete(id);
    this.#stories[place] = undefined;
    this.#free.push(place);
    this.#note(place);
  }

  #fill(place: number, recent: RecentStory): void {
    const { story, topics, voices } = recent;
    this.entities.put(place, story.entities);
    this.sources.put(place, tellersOf(recent));
    this.language[place] = this.languages.hold(story.language);
    this.ids.set(idToBytes(story.id).subarray(0, ID_BYTES), place * ID_BYTES);
    this.updatedAt[place] = story.updatedAt.getTime();
    this.firstSeenAt[place] = story.firstSeenAt.getTime();
    this.quality[place] = qualityOf(story.sourceCount, voices);
    this.sourceCount[place] = story.sourceCount;
    this.pinnedAt[place] = story.pinnedAt?.getTime() ?? 0;
    this.isBreaking[place] = story.breakingSince !== null && story.breakingUntil === null ? 1 : 0;
    for (let index = 0; index < TOPICS_KEPT; index++) {
      this.topicPlaces[place * TOPICS_KEPT + index] = topics[index]?.place ?? 0;
      this.topicWeights[place * TOPICS_KEPT + index] = topics[index]?.weight ?? 0;
    }
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.updatedAt.length) return;
    const room = Math.max(1024, wanted * 2);
    this.entities.makeRoom(room);
    this.sources.makeRoom(room);
    this.language = grown(this.language, new Uint16Array(room));
    this.ids = grown(this.ids, new Uint8Array(room * ID_BYTES));
    this.topicPlaces = grown(this.topicPlaces, new Uint8Array(room * TOPICS_KEPT));
    this.topicWeights = grown(this.topicWeights, new Float32Array(room * TOPICS_KEPT));
    this.updatedAt = grown(this.updatedAt, new Float64Array(room));
    this.firstSeenAt = grown(this.firstSeenAt, new Float64Array(room));
    this.sourceCount = grown(this.sourceCount, new Uint32Array(room));
    this.quality = grown(this.quality, new Float32Array(room));
    this.pinnedAt = grown(this.pinnedAt, new Float64Array(room));
    this.isBreaking = grown(this.isBreaking, new Uint8Array(room));
  }
}

function tellersOf({ voices }: RecentStory): string[] {
  return voices.map(({ sourceId }) => sourceId);
}

/** FEED-3: half is how many tell it, twenty being as good as more, and half how credible they are. */
function qualityOf(sourceCount: number, voices: RecentStory['voices']): number {
  const breadth = Math.min(1, Math.log2(1 + sourceCount) / Math.log2(1 + MANY_SOURCES));
  const credibility =
    voices.length === 0 ? 0.5 : voices.reduce((sum, voice) => sum + voice.credibility, 0) / voices.length;
  return 0.5 * breadth + 0.5 * credibility;
}

export const ID_BYTES = 16;
export const TOPICS_KEPT = 8;
/** The length of a topic vector; a test keeps it equal to that of the taxonomy, which another flow owns. */
export const TOPIC_PLACES = 128;
export const WINDOW_MS = 48 * 3_600_000;
const MANY_SOURCES = 20;
const MOST_REDIRECTS = 100_000;
const MOST_HOPS = 16;
const MOST_CHANGES = 4_096;
