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
 * COPY-2, COPY-3: the copy groups of the last days, in memory.
 *
 * An article meets the texts that share a key with it (keys.ts, buckets.ts), is compared with each of them
 * (rules.ts), and joins the groups of its copies into one (groups.ts). Whether two texts are copies depends on
 * the two alone, and groups are what hangs together by such pairs: so the order in which articles arrive
 * changes nothing, except for full buckets and for articles that arrive later than the window is long.
 *
 * The same text once more takes no further room; a million of them are one text. Adding an article again
 * changes nothing. An index that was lost forgets pairs, it never invents any; `restore` fills it again.
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
   * Fills the index from what was stored, in any order. Articles of one stored group come together again also
   * when the text that once joined them is no longer there. Returns how many rows could not be read, because
   * an earlier version wrote them; these texts must be read again to be found.
   */
  restore(rows: Iterable<StoredCopy>): number {
    let unreadable = 0;
    const slotOfGroup = new Map<string, number>();
    for (const { fingerprint: bytes, group, ...article } of rows) {
      const fingerprint = decodeFingerprint(bytes);
      if (fingerprint === null) unreadable++;
      else this.#restoreOne({ ...article, fingerprint }, group, slotOfGroup);
    }
    // Not before: slots of forgotten texts are used again, and the map must not lead to them.
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

  /** The slot of the article's text, in its final group; the names of the groups it met are noted. */
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

  /** From a further source, or at a further time, the same text may meet more of those under its headline. */
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
  /** Articles that were stored further apart than this are never copies. */
  readonly windowMs?: number;
}

export interface ArticleToPlace {
  /** A UUID. */
  readonly id: string;
  readonly fingerprint: Fingerprint;
  /** Milliseconds. */
  readonly storedAt: number;
  readonly language: string;
  /** The source's id. Without it a headline alone joins nothing, see rules.ts. */
  readonly source?: string;
}

export interface CopyPlacement {
  /** The id of the group: that of its oldest article. */
  readonly group: string;
  /** Earlier names of groups that are now this group; whatever bears one of them belongs to `group`. */
  readonly merged: readonly string[];
}

export interface StoredCopy extends Omit<ArticleToPlace, 'fingerprint'> {
  /** As `toBytes` wrote it. */
  readonly fingerprint: Uint8Array;
  /** Its group when it was stored, with the time of the article that gave the name. */
  readonly group?: GroupName;
}

export interface GroupName {
  readonly id: string;
  readonly storedAt: number;
}

export interface CopyIndexFigures {
  readonly texts: number;
  readonly bytes: number;
  /** Sketches that were compared since the start. */
  readonly compared: number;
}
