import type { Dropped } from './dropped.ts';
import { listOf, type PairTable } from './pair-table.ts';
import { sharesOf } from './select.ts';

/**
 * Halves a full table: each list keeps roughly its largest pairs, within its share of half the room. The
 * table of a busy second fills up many times, so this makes only two passes: one counts the pairs of each
 * list by their distance above its floor, in steps of an eighth of a doubling; the other keeps those above
 * the step at which the list's share is reached. Of that step as many are kept as fit, evenly spread
 * over the table.
 *
 * Both passes go through the table in order. The kept pairs go to about the same slots of a table of
 * the same size, so that both memories are accessed in order.
 */
export function halved(table: PairTable, lists: number, dropped: Dropped): PairTable {
  const floors = Float64Array.from({ length: lists }, (_, list) => dropped.floor(list));
  const { steps, sizes, totals } = countSteps(table, floors);
  const shares = sharesOf(sizes, totals, Math.floor(table.capacity / 2), ENOUGH);
  const { last, room, inLast } = lastSteps(steps, sizes, shares);
  const due = new Float64Array(lists);
  const largest = new Float64Array(lists);
  const halvedTable = table.emptyCopy();
  const { cells } = table;
  for (let cell = 0; cell < cells.length; cell += 2) {
    const key = cells[cell] ?? 0;
    if (key === 0) continue;
    const count = cells[cell + 1] ?? 0;
    const list = listOf(key);
    const step = stepOf(count - (floors[list] ?? 0));
    const limit = last[list] ?? 0;
    let isKept = step > limit;
    if (step === limit) {
      const owed = (due[list] ?? 0) + (room[list] ?? 0);
      isKept = owed >= (inLast[list] ?? 0);
      due[list] = isKept ? owed - (inLast[list] ?? 0) : owed;
    }
    if (isKept) halvedTable.putKey(key, count);
    else if (count > (largest[list] ?? 0)) largest[list] = count;
  }
  for (let list = 0; list < lists; list++) {
    const count = largest[list] ?? 0;
    if (count > 0) dropped.raiseFloor(list, count);
  }
  return halvedTable;
}

function countSteps({ cells }: PairTable, floors: Float64Array) {
  const steps = new Uint32Array(floors.length * STEPS);
  const sizes = new Uint32Array(floors.length);
  const totals = new Float64Array(floors.length);
  for (let cell = 0; cell < cells.length; cell += 2) {
    const key = cells[cell] ?? 0;
    if (key === 0) continue;
    const count = cells[cell + 1] ?? 0;
    const list = listOf(key);
    const at = list * STEPS + stepOf(count - (floors[list] ?? 0));
    steps[at] = (steps[at] ?? 0) + 1;
    sizes[list] = (sizes[list] ?? 0) + 1;
    totals[list] = (totals[list] ?? 0) + count;
  }
  return { steps, sizes, totals };
}

/**
 * For each list: the step at which its share is reached from above, the number of pairs in it, and how many
 * of those fit.
 */
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
 * Eight steps per doubling, from a sixteenth to the largest safe integer, because counts are weighted. The
 * upper bits of a double are its exponent and the eighth of the doubling.
 */
function stepOf(above: number): number {
  if (!(above >= SMALLEST)) return 0;
  number[0] = above;
  return Math.min(STEPS - 1, 1 + ((upper[1] ?? 0) >>> 17) - SMALLEST_BITS);
}

const number = new Float64Array(1);
const upper = new Uint32Array(number.buffer);
const SMALLEST = 2 ** -4;
/** The exponent bias is 1023. */
const SMALLEST_BITS = (1023 - 4) * 8;
const STEPS = 1 + 8 * (53 + 4);
/** Four times the maximum of a closed sub-window, so that items that rise late are kept. */
const ENOUGH = 4096;
