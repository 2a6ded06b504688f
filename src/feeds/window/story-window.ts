import { hash } from 'node:crypto';
import { idToBytes } from '../../lib/ids.ts';
import type { RecentStory } from '../../model/story.ts';
import { grow } from './grow.ts';
import { Interner } from './interner.ts';
import { NamesBySlot } from './names-by-slot.ts';
import { PackedStory } from './packed-story.ts';
import { StoryPostings } from './postings.ts';

/**
 * FEED-2: the stories of the last two days and those that editors pinned, in the memory of this process.
 * Each story has a slot. Ranking reads columns indexed by slot; the story itself is stored packed:
 *
 *   slot             0          1          2   ...
 *   topicDimensions  [8 of 128] [8 of 128] ...      sparse topic vectors of 128 dimensions
 *   topicWeights     [8]        [8]
 *   updatedAt, quality, isBreaking ...
 *
 * Slots of removed stories are reused. `version` counts all changes, and the slots of the last few thousand changes are
 * remembered, so that an index over the window updates only what changed.
 */
export class StoryWindow {
  readonly #stories: (PackedStory | undefined)[] = [];
  readonly #slotById = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #redirects = new Map<string, string>();
  readonly #mergedInto = new Map<string, Set<string>>();
  readonly #changed: number[] = [];
  readonly #pinned = new Set<number>();
  readonly #breaking = new Set<number>();
  readonly postings = new StoryPostings();
  readonly entities = new NamesBySlot();
  readonly sources = new NamesBySlot();
  readonly languages = new Interner();
  /** The story's language, as a number of `languages`. */
  language = new Uint16Array(0);
  /** Story ids, sixteen bytes each. */
  ids = new Uint8Array(0);
  topicDimensions = new Uint8Array(0);
  topicWeights = new Float32Array(0);
  updatedAt = new Float64Array(0);
  firstSeenAt = new Float64Array(0);
  quality = new Float32Array(0);
  sourceCount = new Uint32Array(0);
  isBreaking = new Uint8Array(0);
  /** When an editor pinned the story; 0 when it is not pinned. */
  pinnedAt = new Float64Array(0);
  #version = 0;
  #decisions: string | undefined;

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#slotById.size;
  }

  /** One past the highest slot ever used. */
  get slotCount(): number {
    return this.#stories.length;
  }

  /** The whole story, for display. Ranking reads the columns instead, which needs no unpacking. */
  at(slot: number): RecentStory | undefined {
    return this.#stories[slot]?.unpack();
  }

  /** The ids of all stories. */
  storyIds(): string[] {
    return [...this.#slotById.keys()];
  }

  idAt(slot: number): string | undefined {
    return this.#stories[slot]?.id;
  }

  /** An object that changes whenever the story in the slot does. */
  versionAt(slot: number): object | undefined {
    return this.#stories[slot];
  }

  slotOf(id: string): number | undefined {
    return this.#slotById.get(id);
  }

  has(id: string): boolean {
    return this.#slotById.has(this.resolve(id));
  }

  find(id: string): RecentStory | undefined {
    const slot = this.#slotById.get(this.resolve(id));
    return slot === undefined ? undefined : this.at(slot);
  }

  /** The id of the story that this one was merged into, or its own. */
  resolve(id: string): string {
    let known = id;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const next = this.#redirects.get(known);
      if (next === undefined) return known;
      known = next;
    }
    return known;
  }

  /** The story's own id and those of all stories merged into it. */
  *idsOf(id: string): Generator<string> {
    yield id;
    for (const merged of this.#mergedInto.get(id) ?? []) yield* this.idsOf(merged);
  }

  *slots(): Generator<number> {
    for (const slot of this.#slotById.values()) yield slot;
  }

  /** STORY-6: the slots of the stories that editors pinned, the newest pin first. */
  pinned(limit: number): number[] {
    return [...this.#pinned]
      .sort((a, b) => (this.pinnedAt[b] ?? 0) - (this.pinnedAt[a] ?? 0) || this.#compareIds(b, a))
      .slice(0, limit);
  }

  breaking(): ReadonlySet<number> {
    return this.#breaking;
  }

  /**
   * A hash of the pinned and the breaking stories; a ranking with another hash is outdated. It is the same
   * in every process.
   */
  get decisions(): string {
    if (this.#decisions !== undefined) return this.#decisions;
    const pins = [...this.#pinned].map(slot => `${this.idAt(slot)}@${this.pinnedAt[slot]}`);
    const breaking = [...this.#breaking].map(slot => `${this.idAt(slot)}!`);
    this.#decisions = hash('sha1', [...pins, ...breaking].sort().join(' '), 'base64url');
    return this.#decisions;
  }

  /** The slots that changed since that version; null when it is too old. */
  changedSince(version: number): readonly number[] | null {
    const behind = this.#version - version;
    return behind > this.#changed.length ? null : this.#changed.slice(this.#changed.length - behind);
  }

  put(recent: RecentStory): void {
    this.#removeRedirect(recent.story.id);
    this.#drop(recent.story.id);
    const slot = this.#free.pop() ?? this.#stories.length;
    this.#grow(slot + 1);
    this.#stories[slot] = new PackedStory(recent);
    this.#slotById.set(recent.story.id, slot);
    this.#fill(slot, recent);
    this.postings.add(slot, recent);
    this.#recordChange(slot);
  }

  remove(id: string): void {
    this.#drop(id);
  }

  /** STORY-1: makes the old id resolve to the story it was merged into. */
  redirect(from: string, into: string): void {
    if (this.resolve(into) === from) this.#removeRedirect(into);
    this.#removeRedirect(from);
    this.remove(from);
    this.#redirects.set(from, into);
    this.#mergedInto.set(into, (this.#mergedInto.get(into) ?? new Set()).add(from));
    const [oldest = ''] = this.#redirects.keys();
    if (this.#redirects.size > MAX_REDIRECTS) this.#removeRedirect(oldest);
  }

  /** Removes stories that last changed before that moment; pinned ones stay until an editor unpins them. */
  expire(before: number): void {
    for (const [id, slot] of this.#slotById)
      if ((this.updatedAt[slot] ?? 0) < before && !this.#pinned.has(slot)) this.remove(id);
  }

  #removeRedirect(from: string): void {
    const into = this.#redirects.get(from);
    if (into === undefined) return;
    this.#redirects.delete(from);
    const merged = this.#mergedInto.get(into);
    merged?.delete(from);
    if (merged?.size === 0) this.#mergedInto.delete(into);
  }

  #recordChange(slot: number): void {
    this.#version++;
    this.#changed.push(slot);
    if (this.#changed.length > 2 * MAX_CHANGES) this.#changed.splice(0, MAX_CHANGES);
  }

  #drop(id: string): void {
    const slot = this.#slotById.get(id);
    const recent = slot === undefined ? undefined : this.at(slot);
    if (slot === undefined || recent === undefined) return;
    this.postings.remove(slot, recent);
    this.entities.drop(slot, recent.story.entities);
    this.sources.drop(slot, sourceIdsOf(recent));
    this.languages.release(recent.story.language);
    if (this.#pinned.delete(slot) || this.#breaking.has(slot)) this.#decisions = undefined;
    this.#breaking.delete(slot);
    this.#slotById.delete(id);
    this.#stories[slot] = undefined;
    this.#free.push(slot);
    this.#recordChange(slot);
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
    this.#fillDecisions(slot, recent);
    for (let index = 0; index < TOPICS_PER_STORY; index++) {
      this.topicDimensions[slot * TOPICS_PER_STORY + index] = topics[index]?.dimension ?? 0;
      this.topicWeights[slot * TOPICS_PER_STORY + index] = topics[index]?.weight ?? 0;
    }
  }

  #fillDecisions(slot: number, { story }: RecentStory): void {
    const isBreaking = story.breakingSince !== null && story.breakingUntil === null;
    this.pinnedAt[slot] = story.pinnedAt?.getTime() ?? 0;
    this.isBreaking[slot] = isBreaking ? 1 : 0;
    if (story.pinnedAt !== null) this.#pinned.add(slot);
    if (isBreaking) this.#breaking.add(slot);
    if (story.pinnedAt !== null || isBreaking) this.#decisions = undefined;
  }

  #compareIds(a: number, b: number): number {
    return (this.idAt(a) ?? '') < (this.idAt(b) ?? '') ? -1 : 1;
  }

  #grow(wanted: number): void {
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

/** FEED-3: half is the number of sources, where twenty count as much as more; half is their credibility. */
function qualityOf(sourceCount: number, voices: RecentStory['voices']): number {
  const breadth = Math.min(1, Math.log2(1 + sourceCount) / Math.log2(1 + SATURATING_SOURCES));
  const credibility =
    voices.length === 0 ? 0.5 : voices.reduce((sum, voice) => sum + voice.credibility, 0) / voices.length;
  return 0.5 * breadth + 0.5 * credibility;
}

export const ID_BYTES = 16;
export const TOPICS_PER_STORY = 8;
export const WINDOW_MS = 48 * 3_600_000;
const SATURATING_SOURCES = 20;
const MAX_REDIRECTS = 100_000;
const MAX_HOPS = 16;
const MAX_CHANGES = 4_096;
