import { bitCount } from '../../lib/bits.ts';
import { containmentOf } from '../fingerprints/fingerprint.ts';
import { jaccardOfMatches, matchingSlots, SKETCH_WORDS } from '../fingerprints/sketch.ts';
import type { TextSlots } from './text-slots.ts';

/**
 * Whether two texts are one text published twice. Each rule depends on the two texts alone and is symmetric, so that
 * groups do not depend on the order.
 */
export function areCopies(slots: TextSlots, a: number, b: number): boolean {
  const jaccard = similarity(slots, a, b);
  if (jaccard >= COPY_JACCARD) return true;
  if (bothShort(slots, a, b) && distance(slots, a, b) <= COPY_DISTANCE) return true;
  return sameTitle(slots, a, b) && (isContained(slots, a, b, jaccard) || isTooShortToContradict(slots, a, b));
}

/** COPY-2: too few shingles for a meaningful sketch; short texts are also found by their SimHash. */
export function isShort(shingles: number): boolean {
  return shingles < 64;
}

function similarity(slots: TextSlots, a: number, b: number): number {
  return jaccardOfMatches(matchingSlots(slots.sketches, a * SKETCH_WORDS, slots.sketches, b * SKETCH_WORDS));
}

function distance(slots: TextSlots, a: number, b: number): number {
  return (
    bitCount((slots.simhashHigh[a] ?? 0) ^ (slots.simhashHigh[b] ?? 0)) +
    bitCount((slots.simhashLow[a] ?? 0) ^ (slots.simhashLow[b] ?? 0))
  );
}

function sameTitle(slots: TextSlots, a: number, b: number): boolean {
  return slots.titles[a] !== 0 && slots.titles[a] === slots.titles[b];
}

/**
 * Under the same headline a text may be truncated or have another dateline or closing line, so containment of the
 * shorter text counts. It must be high: at a third, which reports of different fires from one template reach too,
 * groups grew into one another and merged their stories.
 */
function isContained(slots: TextSlots, a: number, b: number, jaccard: number): boolean {
  return containmentOf(jaccard, slots.shingles[a] ?? 0, slots.shingles[b] ?? 0) >= SAME_TITLE_CONTAINMENT;
}

/**
 * One text is too short to contradict: a teaser, a caption, a cookie notice. Then the headline decides, between
 * different sources (one source repeats the headlines of its columns) and within two days, in which 98 % of pairs
 * under one headline appear.
 */
function isTooShortToContradict(slots: TextSlots, a: number, b: number): boolean {
  return (
    (isShort(slots.shingles[a] ?? 0) || isShort(slots.shingles[b] ?? 0)) &&
    slots.ofDifferentSources(a, b) &&
    slots.within(a, b, MAX_HEADLINE_GAP_MS)
  );
}

function bothShort(slots: TextSlots, a: number, b: number): boolean {
  return isShort(slots.shingles[a] ?? 0) && isShort(slots.shingles[b] ?? 0);
}

/** COPY-2. */
const COPY_JACCARD = 0.85;
const COPY_DISTANCE = 3;
const SAME_TITLE_CONTAINMENT = 0.7;
const MAX_HEADLINE_GAP_MS = 48 * 3_600_000;
/** Six words. Shorter texts ("Watch live") coincide without being copied. */
export const MIN_SHINGLES = 4;
