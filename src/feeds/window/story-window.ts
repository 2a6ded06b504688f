import { idToBytes } from '../../lib/ids.ts';
import type { RecentStory } from '../../model/story.ts';
import { grow } from './grow.ts';
import { Interner } from './interner.ts';
import { NamesBySlot } from './names-by-slot.ts';
import { PackedStory } from './packed-story.ts';
import { StoryPostings } from './postings.ts';

/**
 * FEED-2: the stories of the last two days, in the memory of this process. A story has a slot; what ranking reads of
 * it lies in columns by slot, what is shown of it beside them, packed:
 *
 *   slot          0        1        2   ...
 *   topicPlaces    [8 of 128] [8 of 128] ...      topic vectors of 128 dimensions, of which few are not zero
 *   topicWeights   [8]      [8]
 *   updatedAt, quality, isBreaking ...
 *
 * Places of stories that are gone are used again. `version` is the count of all changes, and the places of the last few
 * thousand are remembered, so that whoever keeps something by slot looks at those that changed and not at all.
 */
export class StoryWindow {
  readonly #stories: (PackedStory | undefined)[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #redirects = new Map<string, string>();
  readonly #formerly = new Map<string, Set<string>>();
  readonly #changed: number[] = [];
  readonly postings = new StoryPostings();
  readonly entities = new NamesBySlot();
  readonly sources = new NamesBySlot();
  readonly languages = new Interner();
  /** The number of its language. */
  language = new Uint16Array(0);
  /** The ids of stories, sixteen bytes each. */
  ids = new Uint8Array(0);
  topicDimensions = new Uint8Array(0);
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

  /** One past the last slot that was ever used. */
  get slotCount(): number {
    return this.#stories.length;
  }

  /** To be shown. What is asked of many stories is in the columns. */
  at(slot: number): RecentStory | undefined {
    return this.#stories[slot]?.unpack();
  }

  idAt(slot: number): string | undefined {
    return this.#stories[slot]?.id;
  }

  /** Another one whenever the story is told otherwise. */
  versionAt(slot: number): object | undefined {
    return this.#stories[slot];
  }

  slotOf(id: string): number | undefined {
    return this.#placeOf.get(id);
  }

  has(id: string): boolean {
    return this.#placeOf.has(this.resolve(id));
  }

  find(id: string): RecentStory | undefined {
    const slot = this.#placeOf.get(this.resolve(id));
    return slot === undefined ? undefined : this.at(slot);
  }

  /** The id of the story that this one became part of, or its own. */
  resolve(id: string): string {
    let known = id;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
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

  *slots(): Generator<number> {
    for (const slot of this.#placeOf.values()) yield slot;
  }

  /** The slots that changed since that version; null when it is too long ago to know. */
  changedSince(version: number): readonly number[] | null {
    const behind = this.#version - version;
    return behind > this.#changed.length ? null : this.#changed.slice(this.#changed.length - behind);
  }

  put(recent: RecentStory): void {
    this.#forgetRedirect(recent.story.id);
    this.#drop(recent.story.id);
    const slot = this.#free.pop() ?? this.#stories.length;
    this.#makeRoom(slot + 1);
    this.#stories[slot] = new PackedStory(recent);
    this.#placeOf.set(recent.story.id, slot);
    this.#fill(slot, recent);
    this.postings.add(slot, recent);
    this.#note(slot);
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
    if (this.#redirects.size > MAX_REDIRECTS) this.#forgetRedirect(oldest);
  }

  /** Forgets what has not changed since. */
  expire(before: number): void {
    for (const [id, slot] of this.#placeOf) if ((this.updatedAt[slot] ?? 0) < before) this.remove(id);
  }

  #forgetRedirect(from: string): void {
    const into = this.#redirects.get(from);
    if (into === undefined) return;
    this.#redirects.delete(from);
    const former = this.#formerly.get(into);
    former?.delete(from);
    if (former?.size === 0) this.#formerly.delete(into);
  }

  #note(slot: number): void {
    this.#version++;
    this.#changed.push(slot);
    if (this.#changed.length > 2 * MAX_CHANGES) this.#changed.splice(0, MAX_CHANGES);
  }

  #drop(id: string): void {
    const slot = this.#placeOf.get(id);
    const recent = slot === undefined ? undefined : this.at(slot);
    if (slot === undefined || recent === undefined) return;
    this.postings.remove(slot, recent);
    this.entities.drop(slot, recent.story.entities);
    this.sources.drop(slot, sourceIdsOf(recent));
    this.languages.release(recent.story.language);
    this.#placeOf.delete(id);
    this.#stories[slot] = undefined;
    this.#free.push(slot);
    this.#note(slot);
  }

  #fill(slot: number, recent: RecentStory): void {
    const { story, topics, voices } = recent;
    this.entities.put(slot, story.entities);
    this.sources.put(slot, sourceIdsOf(recent));
    this.language[slot] = this.languages.acquire(story.language);
    this.ids.set(idToBytes(story.id).subarray(0, ID_BYTES), slot * ID_BYTES);
    this.updatedAt[slot] = story.updatedAt.getTime();
    this.firstSeenAt[slot] = story.firstSeenAt.getTime();
    this.quality[slot] = qualityOf(story.sourceCount, voices);
    this.sourceCount[slot] = story.sourceCount;
    this.pinnedAt[slot] = story.pinnedAt?.getTime() ?? 0;
    this.isBreaking[slot] = story.breakingSince !== null && story.breakingUntil === null ? 1 : 0;
    for (let index = 0; index < TOPICS_PER_STORY; index++) {
      this.topicDimensions[slot * TOPICS_PER_STORY + index] = topics[index]?.dimension ?? 0;
      this.topicWeights[slot * TOPICS_PER_STORY + index] = topics[index]?.weight ?? 0;
    }
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.updatedAt.length) return;
    const room = Math.max(1024, wanted * 2);
    this.entities.grow(room);
    this.sources.grow(room);
    this.language = grow(this.language, new Uint16Array(room));
    this.ids = grow(this.ids, new Uint8Array(room * ID_BYTES));
    this.topicDimensions = grow(this.topicDimensions, new Uint8Array(room * TOPICS_PER_STORY));
    this.topicWeights = grow(this.topicWeights, new Float32Array(room * TOPICS_PER_STORY));
    this.updatedAt = grow(this.updatedAt, new Float64Array(room));
    this.firstSeenAt = grow(this.firstSeenAt, new Float64Array(room));
    this.sourceCount = grow(this.sourceCount, new Uint32Array(room));
    this.quality = grow(this.quality, new Float32Array(room));
    this.pinnedAt = grow(this.pinnedAt, new Float64Array(room));
    this.isBreaking = grow(this.isBreaking, new Uint8Array(room));
  }
}

function sourceIdsOf({ voices }: RecentStory): string[] {
  return voices.map(({ sourceId }) => sourceId);
}

/** FEED-3: half is how many tell it, twenty being as good as more, and half how credible they are. */
function qualityOf(sourceCount: number, voices: RecentStory['voices']): number {
  const breadth = Math.min(1, Math.log2(1 + sourceCount) / Math.log2(1 + SATURATING_SOURCES));
  const credibility =
    voices.length === 0 ? 0.5 : voices.reduce((sum, voice) => sum + voice.credibility, 0) / voices.length;
  return 0.5 * breadth + 0.5 * credibility;
}

export const ID_BYTES = 16;
export const TOPICS_PER_STORY = 8;
/** The length of a topic vector; a test keeps it equal to that of the taxonomy, which another flow owns. */
export const TOPIC_DIMENSIONS = 128;
export const WINDOW_MS = 48 * 3_600_000;
const SATURATING_SOURCES = 20;
const MAX_REDIRECTS = 100_000;
const MAX_HOPS = 16;
const MAX_CHANGES = 4_096;
