import { partitionOf } from '../../platform/log/partition-of.ts';
import { SIGNAL_PARTITIONS } from '../../streams.ts';

/** Parts what belongs to different partitions of the log, each with a key that leads there. */
export function byPartition<T>(
  items: readonly T[],
  visitorOf: (item: T) => string,
): [key: string, items: T[]][] {
  // Many events are of few visitors, so that most places are known already.
  const places = new Map<string, T[]>();
  const parts = new Map<number, T[]>();
  for (const item of items) {
    const visitor = visitorOf(item);
    let own = places.get(visitor);
    if (own === undefined) {
      const partition = partitionOf(visitor, SIGNAL_PARTITIONS);
      own = parts.get(partition) ?? [];
      parts.set(partition, own);
      places.set(visitor, own);
    }
    own.push(item);
  }
  return Array.from(parts, ([partition, own]) => [keyOfPartition(partition), own]);
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
