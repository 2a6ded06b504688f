import type { Dropped } from './dropped.ts';
import { listOf, type PairTable } from './pair-table.ts';
import { sharesOf } from './select.ts';

/**
 * Halves a full table: each list keeps about its largest, in its share of half the room. The table of a busy
 * second is full many times, so this looks at the pairs only twice: once to count how many of each list are how
 * far above its floor, in steps of an eighth of a doubling, and once to keep those above the step at which the list's
 * share is reached. Of that step itself as many are kept as there is room for, evenly spread over the table.
 *
 * Both times go through the table from its beginning to its end. What is kept goes into one of the same size, where
 * its place is about the same, so that the memory of both is read and written in order too.
 */
export function halved(table: PairTable, lists: number, dropped: Dropped): PairTable {
  const floors = Float64Array.from({ length: lists }, (_, list) => dropped.floor(list));
  const { steps, sizes, totals } = countSteps(table, floors);
  const shares = sharesOf(sizes, totals, Math.floor(table.capacity / 2), ENOUGH);
  const { last, room, inLast } = lastSteps(steps, sizes, shares);
  const due = new Float64Array(lists);
  const largest = new Float64Array(lists);
  const kept = table.emptied();
  const { cells } = table;
  for (let place = 0; place < cells.length; place += 2) {
    const key = cells[place] ?? 0;
    if (key === 0) continue;
    const count = cells[place + 1] ?? 0;
    const list = listOf(key);
    const step = stepOf(count - (floors[list] ?? 0));
    const limit = last[list] ?? 0;
    let isKept = step > limit;
    if (step === limit) {
      const owed = (due[list] ?? 0) + (room[list] ?? 0);
      isKept = owed >= (inLast[list] ?? 0);
      due[list] = isKept ? owed - (inLast[list] ?? 0) : owed;
    }
    if (isKept) kept.putKey(key, count);
    else if (count > (largest[list] ?? 0)) largest[list] = count;
  }
  for (let list = 0; list < lists; list++) {
    const count = largest[list] ?? 0;
    if (count > 0) dropped.raiseFloor(list, count);
  }
  return kept;
}

function countSteps({ cells }: PairTable, floors: Float64Array) {
  const steps = new Uint32Array(floors.length * STEPS);
  const sizes = new Uint32Array(floors.length);
  const totals = new Float64Array(floors.length);
  for (let place = 0; place < cells.length; place += 2) {
    const key = cells[place] ?? 0;
    if (key === 0) continue;
    const count = cells[place + 1] ?? 0;
    const list = listOf(key);
    const at = list * STEPS + stepOf(count - (floors[list] ?? 0));
    steps[at] = (steps[at] ?? 0) + 1;
    sizes[list] = (sizes[list] ?? 0) + 1;
    totals[list] = (totals[list] ?? 0) + count;
  }
  return { steps, sizes, totals };
}

/** For each list the step at which its share is reached from above, how many are in it, and how many of those fit. */
function lastSteps(steps: Uint32Array, sizes: Uint32Array, shares: Uint32Array) {
  const last = new Int32Array(sizes.length).fill(-1);
  const room = new Uint32Array(sizes.length);
  const inLast = new Uint32Array(sizes.length);
  for (let list = 0; list < sizes.length; list++) {
    let left = shares[list] ?? 0;
    if ((sizes[list] ?? 0) <= left) continue;
    let step = STEPS - 1;
    while (left >= (steps[list * STEPS + step] ?? 0)) left -= steps[list * STEPS + step--] ?? 0;
    last[list] = step;
    room[list] = left;
    inLast[list] = steps[list * STEPS + step] ?? 0;
  }
  return { last, room, inLast };
}

/**
 * Eight steps to each doubling, from a sixteenth to the largest whole number: counts carry weights, and are of any size.
 * The first bits of a number as it lies in memory are its exponent and the eighth of the doubling.
 */
function stepOf(above: number): number {
  if (!(above >= SMALLEST)) return 0;
  number[0] = above;
  return Math.min(STEPS - 1, 1 + ((upper[1] ?? 0) >>> 17) - SMALLEST_BITS);
}

const number = new Float64Array(1);
const upper = new Uint32Array(number.buffer);
const SMALLEST = 2 ** -4;
/** Exponents are kept with 1023 added. */
const SMALLEST_BITS = (1023 - 4) * 8;
const STEPS = 1 + 8 * (53 + 4);
/** Four times what a closed sub-window needs at most, so that what rises late has time to. */
const ENOUGH = 4096;
