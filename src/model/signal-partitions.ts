import { partitionOf } from '../lib/partition-of.ts';

/** Shared by all streams of signals: a visitor has the same partition number in each of them. */
export const SIGNAL_PARTITIONS = 16;

/** Groups items by the partition of their visitor, each group with a key that leads to that partition. */
export function byPartition<T>(
  items: readonly T[],
  visitorOf: (item: T) => string,
): [key: string, items: T[]][] {
  // Few visitors send most items, so the group of a visitor is remembered.
  const groupOf = new Map<string, T[]>();
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const visitor = visitorOf(item);
    let group = groupOf.get(visitor);
    if (group === undefined) {
      const partition = partitionOf(visitor, SIGNAL_PARTITIONS);
      group = groups.get(partition) ?? [];
      groups.set(partition, group);
      groupOf.set(visitor, group);
    }
    group.push(item);
  }
  return Array.from(groups, ([partition, group]) => [keyOfPartition(partition), group]);
}

/** The key of every event with this visitor, so that many visitors' signals can share an event. */
export function visitorKey(visitor: string): string {
  return keyOfPartition(partitionOf(visitor, SIGNAL_PARTITIONS));
}

export function keyOfPartition(partition: number): string {
  const key = KEYS[partition];
  if (key === undefined) throw new RangeError(`there is no partition ${partition} of ${SIGNAL_PARTITIONS}`);
  return key;
}

const KEYS = Array.from({ length: SIGNAL_PARTITIONS }, (_, partition) => {
  let key = 0;
  while (partitionOf(String(key), SIGNAL_PARTITIONS) !== partition) key++;
  return String(key);
});
