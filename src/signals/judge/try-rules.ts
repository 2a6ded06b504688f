import type { EventLog } from '../../platform/log/port.ts';
import { SIGNAL_PARTITIONS } from '../../streams.ts';
import { type DryRun, dryRun, type RuleRow, type SignalEvent, together } from '../rules/index.ts';
import { asEvent, keyOf, readBatch } from './judge-batch.ts';
import { forOnePartition } from './rules-in-use.ts';

/**
 * RULE-2: what each set of rules would have done with what was accepted since a time. As when they are followed, every
 * partition is judged by itself, and what was sent twice is one. Nothing is written.
 *
 * Of a very busy hour each partition gives its first `AT_MOST` signals: a partition is a fair part of the visitors.
 */
export async function tryRules(
  log: EventLog,
  since: Date,
  sets: readonly (readonly RuleRow[])[],
): Promise<DryRun[]> {
  const compiled = sets.map(rows => rows.map(forOnePartition));
  const runs: DryRun[][] = compiled.map(() => []);
  for (let partition = 0; partition < SIGNAL_PARTITIONS; partition++) {
    const events = await acceptedSince(log, partition, since);
    for (const [index, rows] of compiled.entries()) runs[index]?.push(dryRun(rows, events));
  }
  return runs.map(together);
}

async function acceptedSince(log: EventLog, partition: number, since: Date): Promise<SignalEvent[]> {
  const known = new Set<string>();
  const events: SignalEvent[] = [];
  let next = await firstSince(log, partition, since);
  while (next !== null && events.length < AT_MOST) {
    const read = await log.read('signals.accepted', partition, next, AT_ONCE);
    for (const { at, signals } of readBatch(read))
      for (const signal of at < since.getTime() ? [] : signals) {
        const key = keyOf(signal);
        if (key !== null && known.has(key)) continue;
        if (key !== null) known.add(key);
        events.push(asEvent(signal, at));
      }
    const last = read.at(-1);
    next = last && read.length === AT_ONCE ? last.offset + 1n : null;
  }
  return events;
}

/** Offsets grow with time, so twenty looks find the place among a million. Null when nothing was accepted since. */
async function firstSince(log: EventLog, partition: number, since: Date): Promise<bigint | null> {
  const at = async (offset: bigint) => (await log.read('signals.accepted', partition, offset, 1))[0];
  const isAfter = async (offset: bigint) => {
    const event = await at(offset);
    return event === undefined || event.at >= since;
  };
  let [before, after] = [0n, 1n];
  // Doubling first: where the partition ends is told by nothing being there.
  while (!(await isAfter(after))) [before, after] = [after, after * 2n];
  while (after - before > 1n) {
    const middle = (before + after) / 2n;
    if (await isAfter(middle)) after = middle;
    else before = middle;
  }
  return (await at(after))?.offset ?? null;
}

/** Signals of a partition; all sixteen are judged in about a second. */
const AT_MOST = 20_000;
/** Events of the log. */
const AT_ONCE = 200;
