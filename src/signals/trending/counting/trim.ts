import type { Dropped } from './dropped.ts';
import type { PairTable } from './pair-table.ts';
import { sharesOf } from './select.ts';

/**
 * Halves a full table: each list keeps about its largest, in its share of half the room. The table of a busy
 * second is full many times, so this looks at the pairs only twice: once to count how many of each list are how
 * far above its floor, in steps of a tenth, and once to keep those above the step at which the list's
 * share is reached. Of that step itself as many are kept as there is room for, whichever come first; the order
 * of visits spreads them over the table.
 */
export function halved(table: PairTable, lists: number, dropped: Dropped): PairTable {
  const floors = Float64Array.from({ length: lists }, (_, list) => dropped.floor(list));
  const { steps, sizes, totals } = countSteps(table, floors);
  const shares = sharesOf(sizes, totals, Math.floor(table.capacity / 2), ENOUGH);
  const { last, room } = lastSteps(steps, sizes, shares);
  const kept = table.emptied();
  table.forEach((list, item, count) => {
    const step = stepOf(count - (floors[list] ?? 0));
    const limit = last[list] ?? 0;
    const left = room[list] ?? 0;
    if (step === limit) room[list] = left - 1;
    if (step > limit || (step === limit && left > 0)) kept.add(list, item, count);
    else dropped.raiseFloor(list, count);
  });
  return kept;
}

function countSteps(table: PairTable, floors: Float64Array) {
  const steps = new Uint32Array(floors.length * STEPS);
  const sizes = new Uint32Array(floors.length);
  const totals = new Float64Array(floors.length);
  table.forEach((list, _, count) => {
    const at = list * STEPS + stepOf(count - (floors[list] ?? 0));
    steps[at] = (steps[at] ?? 0) + 1;
    sizes[list] = (sizes[list] ?? 0) + 1;
    totals[list] = (totals[list] ?? 0) + count;
  });
  return { steps, sizes, totals };
}

/** For each list the step at which its share is reached from above, and how many of that step still fit. */
function lastSteps(steps: Uint32Array, sizes: Uint32Array, shares: Uint32Array) {
  const last = new Int32Array(sizes.length).fill(-1);
  const room = new Int32Array(sizes.length);
  for (let list = 0; list < sizes.length; list++) {
    let left = shares[list] ?? 0;
    if ((sizes[list] ?? 0) <= left) continue;
    let step = STEPS - 1;
    while (left >= (steps[list * STEPS + step] ?? 0)) left -= steps[list * STEPS + step--] ?? 0;
    last[list] = step;
    room[list] = left;
  }
  return { last, room };
}

function stepOf(above: number): number {
  return above <= 0 ? 0 : Math.min(STEPS - 1, 1 + Math.floor(8 * (Math.log2(above) - SMALLEST)));
}

/** Eight steps to each doubling, from a sixteenth to the largest whole number: counts carry weights, and are of any size. */
const SMALLEST = -4;
const STEPS = 1 + 8 * (53 - SMALLEST);
/** Four times what a closed sub-window needs at most, so that what rises late has time to. */
const ENOUGH = 4096;
