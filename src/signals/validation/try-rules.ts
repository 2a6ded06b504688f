import { SIGNAL_PARTITIONS } from '../../model/signal-partitions.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { SIGNALS_ACCEPTED } from '../../streams.ts';
import { createDryRun, type DryRun } from '../rules/dry-run.ts';
import type { SignalEvent } from '../rules/event.ts';
import type { RuleRow } from '../rules/rule.ts';
import { dedupKeyOf, toRuleEvent, withOffsets } from './apply-rules.ts';

/**
 * RULE-2: what each set of rules would have done with the signals accepted since a time, in their order. Limits hold for
 * all visitors together, so all partitions are merged. Duplicates count once. Nothing is written.
 *
 * In a very busy hour only the first `MAX_SIGNALS` of each partition are used: a partition is a fair sample of visitors.
 */
export async function dryRunRules(
  log: EventLog,
  since: Date,
  sets: readonly (readonly RuleRow[])[],
): Promise<DryRun[]> {
  const runs = sets.map(createDryRun);
  const partitions = Array.from({ length: SIGNAL_PARTITIONS }, (_, n) => acceptedSince(log, n, since));
  for await (const event of inOrderOfTime(partitions)) for (const run of runs) run.judge(event);
  return runs.map(run => run.result());
}

async function* inOrderOfTime(sources: readonly AsyncGenerator<SignalEvent>[]): AsyncGenerator<SignalEvent> {
  const heads: { readonly source: AsyncGenerator<SignalEvent>; event: SignalEvent }[] = [];
  for (const source of sources) {
    const first = await source.next();
    if (!first.done) heads.push({ source, event: first.value });
  }
  for (;;) {
    const [first] = heads;
    if (first === undefined) return;
    const earliest = heads.reduce((best, head) => (head.event.at < best.event.at ? head : best), first);
    yield earliest.event;
    const next = await earliest.source.next();
    if (next.done) heads.splice(heads.indexOf(earliest), 1);
    else earliest.event = next.value;
  }
}

async function* acceptedSince(log: EventLog, partition: number, since: Date): AsyncGenerator<SignalEvent> {
  const known = new Set<string>();
  let given = 0;
  let next = await firstSince(log, partition, since);
  while (next !== null && given < MAX_SIGNALS) {
    const read = await log.read(SIGNALS_ACCEPTED, partition, next, BATCH);
    for (const { at, signals } of withOffsets(read))
      for (const signal of at < since.getTime() ? [] : signals) {
        const key = dedupKeyOf(signal);
        if (key !== null && known.has(key)) continue;
        if (key !== null) known.add(key);
        given++;
        yield toRuleEvent(signal, at);
      }
    const last = read.at(-1);
    next = last && read.length === BATCH ? last.offset + 1n : null;
  }
}

/** Binary search: offsets grow with time. Null when nothing was accepted since. */
async function firstSince(log: EventLog, partition: number, since: Date): Promise<bigint | null> {
  const at = async (offset: bigint) => (await log.read(SIGNALS_ACCEPTED, partition, offset, 1))[0];
  const isAfter = async (offset: bigint) => {
    const event = await at(offset);
    return event === undefined || event.at >= since;
  };
  let [before, after] = [0n, 1n];
  // Doubling first, because the end of the partition is not known.
  while (!(await isAfter(after))) [before, after] = [after, after * 2n];
  while (after - before > 1n) {
    const middle = (before + after) / 2n;
    if (await isAfter(middle)) after = middle;
    else before = middle;
  }
  return (await at(after))?.offset ?? null;
}

/** Per partition; all sixteen take about a second. */
const MAX_SIGNALS = 20_000;
/** Events of the log. */
const BATCH = 50;
