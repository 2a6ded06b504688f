/**
 * Agreement of predicted groups with true groups. Item `i` has the label `predicted[i]` in
 * the one and `truth[i]` in the other; labels are names only. Both measures need no pairs of items, only the
 * sizes of the groups and of the cells (items that share both labels), so time and memory are linear.
 */

/** B-cubed (Bagga and Baldwin 1998): precision and recall of the group around each item, averaged over items. */
export function bCubed(predicted: readonly Label[], truth: readonly Label[]): Agreement {
  const table = contingency(predicted, truth);
  let [precision, recall] = [0, 0];
  for (const { count, found, real } of table.cells) {
    precision += (count * count) / found.size;
    recall += (count * count) / real.size;
  }
  return agreement(part(precision, table.items), part(recall, table.items));
}

/**
 * Precision and recall of the statement "these two belong together", over all pairs of items. Without any predicted
 * pair the precision is 1, without any true pair the recall is 1.
 */
export function pairwise(predicted: readonly Label[], truth: readonly Label[]): PairAgreement {
  const table = contingency(predicted, truth);
  const bothPairs = sum(table.cells, cell => pairs(cell.count));
  const foundPairs = sum(table.found, group => pairs(group.size));
  const truePairs = sum(table.real, group => pairs(group.size));
  return {
    ...agreement(part(bothPairs, foundPairs), part(bothPairs, truePairs)),
    bothPairs,
    foundPairs,
    truePairs,
  };
}

function contingency(predicted: readonly Label[], truth: readonly Label[]): Contingency {
  if (predicted.length !== truth.length)
    throw new RangeError(`${predicted.length} predicted labels for ${truth.length} true ones`);
  const found = new Map<Label, FoundGroup>();
  const real = new Map<Label, Group>();
  const cells: Overlap[] = [];
  for (const [index, label] of predicted.entries()) {
    const name = truth[index] ?? '';
    const foundGroup = entry(found, label, () => ({ size: 0, cells: new Map<Group, Overlap>() }));
    const realGroup = entry(real, name, () => ({ size: 0 }));
    const cell = entry(foundGroup.cells, realGroup, () => {
      const made = { count: 0, found: foundGroup, real: realGroup };
      cells.push(made);
      return made;
    });
    foundGroup.size++;
    realGroup.size++;
    cell.count++;
  }
  return { items: predicted.length, found: [...found.values()], real: [...real.values()], cells };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function pairs(items: number): number {
  return (items * (items - 1)) / 2;
}

function part(of: number, whole: number): number {
  return whole === 0 ? 1 : of / whole;
}

function agreement(precision: number, recall: number): Agreement {
  const both = precision + recall;
  return { precision, recall, f1: both === 0 ? 0 : (2 * precision * recall) / both };
}

export type Label = string | number;

export interface Agreement {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface PairAgreement extends Agreement {
  /** Pairs that are together in both. */
  readonly bothPairs: number;
  readonly foundPairs: number;
  readonly truePairs: number;
}

interface Group {
  size: number;
}

interface FoundGroup extends Group {
  readonly cells: Map<Group, Overlap>;
}

/** Items that share their predicted and their true group. */
interface Overlap {
  count: number;
  readonly found: Group;
  readonly real: Group;
}

interface Contingency {
  readonly items: number;
  readonly found: readonly Group[];
  readonly real: readonly Group[];
  readonly cells: readonly Overlap[];
}
