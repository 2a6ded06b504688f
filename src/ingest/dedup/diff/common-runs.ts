import { type EditBudget, type IndexPair, shortestEdit } from './shortest-edit.ts';

/**
 * Runs of words that two lists have in common, in order. Cheap steps come first: the common beginning and end; then words
 * that occur once in each list, whose longest ascending sequence are the anchors (patience diff). Between the anchors
 * runs a search for the shortest edit, which gives up when its budget is spent.
 */
export function commonRuns(old: readonly string[], changed: readonly string[]): CommonRun[] {
  const numbers = new Map<string, number>();
  const numbered = (pieces: readonly string[]) =>
    Int32Array.from(pieces, piece => {
      const number = numbers.get(piece) ?? numbers.size;
      numbers.set(piece, number);
      return number;
    });
  const [a, b] = [numbered(old), numbered(changed)];
  const pairs: IndexPair[] = [];
  const budget = { steps: MAX_STEPS };
  let from: IndexPair = [0, 0];
  for (const anchor of [...findAnchors(a, b, numbers.size), [a.length, b.length] as const]) {
    matchBetween(a, b, from, anchor, budget, pairs);
    from = anchor;
  }
  return runsOf(pairs);
}

/** Pairs strictly between two anchors, and the first anchor itself when it is one. */
function matchBetween(
  a: Int32Array,
  b: Int32Array,
  from: IndexPair,
  to: IndexPair,
  budget: EditBudget,
  pairs: IndexPair[],
): void {
  let [startA, startB] = from;
  let [endA, endB] = to;
  while (startA < endA && startB < endB && a[startA] === b[startB]) pairs.push([startA++, startB++]);
  let ending = 0;
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
    ending++;
  }
  const middle = shortestEdit(a.subarray(startA, endA), b.subarray(startB, endB), budget);
  for (const [inA, inB] of middle) pairs.push([startA + inA, startB + inB]);
  for (let n = 0; n < ending; n++) pairs.push([endA + n, endB + n]);
}

/** Words that occur once on both sides and in the same order. */
function findAnchors(a: Int32Array, b: Int32Array, numbers: number): IndexPair[] {
  const [indexesA, indexesB] = [uniquePositions(a, numbers), uniquePositions(b, numbers)];
  const unique: IndexPair[] = [];
  a.forEach((number, index) => {
    const inB = indexesB[number] ?? MISSING;
    if (indexesA[number] === index && inB >= 0) unique.push([index, inB]);
  });
  return longestAscending(unique);
}

function uniquePositions(pieces: Int32Array, numbers: number): Int32Array {
  const indexes = new Int32Array(numbers).fill(MISSING);
  pieces.forEach((number, index) => {
    indexes[number] = indexes[number] === MISSING ? index : SEVERAL;
  });
  return indexes;
}

/** `pairs` ascend in their first index; returns the longest subsequence that ascends in the second too (patience sort). */
function longestAscending(pairs: readonly IndexPair[]): IndexPair[] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length);
  pairs.forEach(([, inB], index) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < inB) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? MISSING : (tops[low - 1] ?? MISSING);
    tops[low] = index;
  });
  const chosen: IndexPair[] = [];
  for (let index = tops.at(-1) ?? MISSING; index >= 0; index = before[index] ?? MISSING) {
    const pair = pairs[index];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

function runsOf(pairs: readonly IndexPair[]): CommonRun[] {
  const runs: { inOld: number; inChanged: number; length: number }[] = [];
  for (const [inOld, inChanged] of pairs) {
    const last = runs.at(-1);
    if (last && last.inOld + last.length === inOld && last.inChanged + last.length === inChanged)
      last.length++;
    else runs.push({ inOld, inChanged, length: 1 });
  }
  return runs;
}

const MISSING = -1;
const SEVERAL = -2;
/** For a whole text: some 150 ms on two busy cores. An article with 40 of 800 words changed takes 2 ms in all. */
const MAX_STEPS = 3_000_000;

export interface CommonRun {
  readonly inOld: number;
  readonly inChanged: number;
  readonly length: number;
}
