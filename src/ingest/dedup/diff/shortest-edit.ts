/**
 * Myers' greedy search: the pairs of indexes that the shortest edit from `a` to `b` keeps. On diagonal k the index in a is
 * k more than the index in b. With `edits` edits its furthest point is reached either from k - 1, by removing a word of
 * a, or from k + 1, by adding a word of b; then along equal words. The furthest points of each round are kept, to walk
 * back from the end.
 *
 * It needs edits * edits steps and as much memory, so it gives up at MAX_EDITS or when the budget is spent, and then
 * returns no pairs.
 */
export function shortestEdit(a: Int32Array, b: Int32Array, budget: EditBudget): IndexPair[] {
  if (a.length === 0 || b.length === 0) return [];
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= MAX_EDITS && budget.steps > 0; edits++) {
    const reached = new Int32Array(2 * edits + 1);
    rounds.push(reached);
    for (let k = -edits; k <= edits; k += 2) {
      const from = startOn(rounds, edits, k);
      let inA = from;
      while (inA < a.length && inA - k < b.length && a[inA] === b[inA - k]) inA++;
      budget.steps -= 1 + inA - from;
      reached[k + edits] = inA;
      if (inA >= a.length && inA - k >= b.length) return walkBack(rounds, edits, k);
    }
  }
  return [];
}

/** Where round `edits` starts on diagonal k, before it follows equal words. */
function startOn(rounds: readonly Int32Array[], edits: number, k: number): number {
  if (edits === 0) return 0;
  const [fromRemoval, fromAddition] = [
    reachedOn(rounds, edits - 1, k - 1),
    reachedOn(rounds, edits - 1, k + 1),
  ];
  return isAddition(k, edits, fromRemoval, fromAddition) ? fromAddition : fromRemoval + 1;
}

function isAddition(k: number, edits: number, fromRemoval: number, fromAddition: number): boolean {
  return k === -edits || (k !== edits && fromRemoval < fromAddition);
}

function reachedOn(rounds: readonly Int32Array[], edits: number, k: number): number {
  return rounds[edits]?.[k + edits] ?? 0;
}

function walkBack(rounds: readonly Int32Array[], lastEdits: number, lastK: number): IndexPair[] {
  const pairs: IndexPair[] = [];
  let k = lastK;
  for (let edits = lastEdits; edits >= 0; edits--) {
    const from = startOn(rounds, edits, k);
    for (let inA = reachedOn(rounds, edits, k) - 1; inA >= from; inA--) pairs.push([inA, inA - k]);
    const before = edits - 1;
    const wasTakenIn = isAddition(
      k,
      edits,
      reachedOn(rounds, before, k - 1),
      reachedOn(rounds, before, k + 1),
    );
    k += wasTakenIn ? 1 : -1;
  }
  return pairs.reverse();
}

const MAX_EDITS = 1_000;

/** The indexes of one word in both lists. */
export type IndexPair = readonly [inA: number, inB: number];

/** Steps left for all searches of one text. */
export interface EditBudget {
  steps: number;
}
