import { mix } from '../../lib/bits.ts';
import type { Fingerprint } from '../fingerprints/fingerprint.ts';
import { decodeFingerprint } from '../fingerprints/fingerprint-codec.ts';
import { CopyGroups } from './copy-groups.ts';
import { areCopies, MIN_SHINGLES } from './copy-rules.ts';
import { Expiry } from './expiry.ts';
import { KeyBuckets } from './key-buckets.ts';
import { keysOf, TITLE, WHOLE } from './keys.ts';
import { NONE, TextSlots } from './text-slots.ts';

/**
 * COPY-2, COPY-3: an in-memory index of the copy groups of the last days.
 *
 * An article is compared (copy-rules.ts) with the texts that share a key with it (keys.ts, key-buckets.ts), and the
 * groups of its copies merge (copy-groups.ts). Whether two texts are copies depends on the two alone, and groups are
 * the connected components: so the order of articles does not matter, except for full buckets and for articles that
 * arrive later than the window is long.
 *
 * A repeated text takes no memory, and adding an article twice changes nothing. A lost index misses pairs but never
 * invents any; `restore` refills it.
 */
export class CopyIndex {
  readonly #windowMs: number;
  readonly #slots = new TextSlots();
  readonly #buckets = new KeyBuckets(this.#slots);
  readonly #groups = new CopyGroups(this.#slots);
  readonly #expiry = new Expiry(this.#slots);
  readonly #languages = new Map<string, number>();
  #newestAt = Number.NEGATIVE_INFINITY;
  #compared = 0;

  constructor({ windowMs = SEVEN_DAYS }: CopyIndexOptions = {}) {
    this.#windowMs = windowMs;
  }

  add(article: ArticleToPlace): CopyPlacement {
    this.#newestAt = Math.max(this.#newestAt, article.storedAt);
    this.#expire();
    if (article.fingerprint.shingles < MIN_SHINGLES) return { group: article.id, merged: [] };
    const earlierNames = new Set<string>();
    const slot = this.#place(article, earlierNames);
    const group = this.#groups.name(this.#groups.of(slot));
    earlierNames.delete(group);
    return { group, merged: [...earlierNames].sort() };
  }

  /**
   * Fills the index from stored rows, in any order. Articles of one stored group are grouped again even when the
   * text that connected them is gone. Returns the number of rows of an earlier version, whose texts must be
   * fingerprinted again.
   */
  restore(rows: Iterable<StoredCopy>): number {
    let unreadable = 0;
    const slotOfGroup = new Map<string, number>();
    for (const { fingerprint: bytes, group, ...article } of rows) {
      const fingerprint = decodeFingerprint(bytes);
      if (fingerprint === null) unreadable++;
      else this.#restoreOne({ ...article, fingerprint }, group, slotOfGroup);
    }
    // Only afterwards: expired slots are reused, and the map must not point to them.
    this.#expire();
    return unreadable;
  }

  get figures(): CopyIndexFigures {
    return {
      texts: this.#slots.used,
      bytes: this.#slots.bytes + this.#buckets.bytes + this.#groups.bytes,
      compared: this.#compared,
    };
  }

  /** The slot of the article's text, in its final group. Collects the names of the groups that it merged. */
  #place(article: ArticleToPlace, earlierNames: Set<string>): number {
    const language = this.#languageNumber(article.language);
    const source = article.source === undefined ? 0 : textHash(article.source);
    const slot = this.#slots.allocate(article.fingerprint, language, source, article.storedAt);
    const known = this.#knownText(slot);
    if (known !== NONE) {
      this.#slots.release(slot);
      this.#slots.repeat(known, source, article.storedAt);
      this.#joinKnown(known, article, earlierNames);
      return known;
    }
    this.#groups.create(slot, article.id, article.storedAt);
    const keys = keysOf(article.fingerprint);
    for (const key of keys) this.#joinCopies(slot, key, earlierNames);
    for (const key of keys) this.#buckets.insert(slot, key);
    this.#expiry.file(slot);
    return slot;
  }

  #knownText(slot: number): number {
    let known = NONE;
    this.#buckets.visit(slot, WHOLE, other => {
      if (!this.#slots.within(slot, other, this.#windowMs)) return false;
      known = other;
      return true;
    });
    return known;
  }

  /** A further source or time can match more texts under the same headline. */
  #joinKnown(known: number, { id, storedAt }: ArticleToPlace, earlierNames: Set<string>): void {
    const group = this.#groups.of(known);
    earlierNames.add(this.#groups.name(group));
    this.#groups.rename(group, id, storedAt);
    if (this.#slots.titles[known] !== 0) this.#joinCopies(known, TITLE, earlierNames);
  }

  #joinCopies(slot: number, key: number, earlierNames: Set<string>): void {
    const groups = this.#groups;
    this.#buckets.visit(slot, key, other => {
      if (groups.of(other) === groups.of(slot)) return false;
      this.#compared++;
      if (!this.#slots.within(slot, other, this.#windowMs) || !areCopies(this.#slots, slot, other))
        return false;
      earlierNames.add(groups.name(groups.of(other)));
      groups.join(groups.of(slot), groups.of(other));
      return false;
    });
  }

  #restoreOne(article: ArticleToPlace, group: GroupName | undefined, slotOfGroup: Map<string, number>): void {
    this.#newestAt = Math.max(this.#newestAt, article.storedAt);
    if (article.fingerprint.shingles < MIN_SHINGLES) return;
    const slot = this.#place(article, new Set());
    if (group === undefined) return;
    const other = slotOfGroup.get(group.id);
    if (other === undefined) slotOfGroup.set(group.id, slot);
    else this.#groups.join(this.#groups.of(slot), this.#groups.of(other));
    this.#groups.rename(this.#groups.of(slot), group.id, group.storedAt);
  }

  #expire(): void {
    this.#expiry.before(this.#newestAt - this.#windowMs, slot => this.#forget(slot));
  }

  #forget(slot: number): void {
    for (const key of keysOf(this.#slots.traits(slot))) this.#buckets.remove(slot, key);
    this.#groups.leave(slot);
    this.#slots.release(slot);
  }

  #languageNumber(language: string): number {
    const known = this.#languages.get(language);
    if (known !== undefined) return known;
    this.#languages.set(language, this.#languages.size);
    return this.#languages.size - 1;
  }
}

function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

const SEVEN_DAYS = 7 * 24 * 3_600_000;

export interface CopyIndexOptions {
  /** Articles stored further apart than this are never copies. */
  readonly windowMs?: number;
}

export interface ArticleToPlace {
  /** A UUID. */
  readonly id: string;
  readonly fingerprint: Fingerprint;
  /** Milliseconds. */
  readonly storedAt: number;
  readonly language: string;
  /** The source id. Without it a headline alone never makes a copy, see copy-rules.ts. */
  readonly source?: string;
}

export interface CopyPlacement {
  /** The id of the group: that of its oldest article. */
  readonly group: string;
  /** Names of groups that merged into this one; their members belong to `group`. */
  readonly merged: readonly string[];
}

export interface StoredCopy extends Omit<ArticleToPlace, 'fingerprint'> {
  /** Written by `encodeFingerprint`. */
  readonly fingerprint: Uint8Array;
  /** Its group when it was stored, with the storage time of the article that named it. */
  readonly group?: GroupName;
}

export interface GroupName {
  readonly id: string;
  readonly storedAt: number;
}

export interface CopyIndexFigures {
  readonly texts: number;
  readonly bytes: number;
  /** The number of comparisons since the start. */
  readonly compared: number;
}
