import { timeOfId } from '../../lib/ids.ts';
import { SIGNAL_PARTITIONS } from '../../model/signal-partitions.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { bigint } from '../../platform/log/rows.ts';
import { SIGNALS_VALID } from '../../streams.ts';
import {
  type ArticleCounts,
  addToCounts,
  COUNT_COLUMNS,
  CountsRow,
  NO_COUNTS,
  sumsOf,
} from './add-counts.ts';

/**
 * ALL-6, RULE-4: recounts every article from all valid signals since the first and corrects the stored counts, while
 * signals arrive. Each partition of the stream has its own rows, and its counts and its events commit together. So one
 * snapshot of both says which events the stored counts should include, and the difference between what those events add
 * up to and what is stored can be added later, whatever was counted meanwhile.
 *
 * A partition is corrected in one transaction: a run that is killed leaves it as it was or right. Of two runs at the same
 * time, one corrects a partition, and the other starts over with it.
 */
export async function rebuildCounts(deps: RebuildCountsDeps): Promise<RebuiltCounts> {
  const result = { corrected: 0, unknown: 0 };
  for (let partition = 0; partition < SIGNAL_PARTITIONS; partition++) {
    const { corrected, unknown } = await rebuildPartition(deps, partition);
    result.corrected += corrected;
    result.unknown += unknown;
  }
  return result;
}

async function rebuildPartition(deps: RebuildCountsDeps, partition: number): Promise<RebuiltCounts> {
  for (;;) {
    const snapshot = await readSnapshot(deps, partition);
    const recount = await recountUpTo(deps, partition, snapshot.end);
    const known = (articleId: string) => (timeOfId(articleId)?.getTime() ?? 0) >= recount.since;
    const differences = differencesOf(snapshot.counts, recount.sums, known);
    const unknown = [...snapshot.counts.keys()].filter(id => !known(id)).length;
    const isCurrent = await deps.database.transaction(async tx => {
      if (!(await countRun(tx, partition, snapshot.run))) return false;
      for (let first = 0; first < differences.length; first += ROWS_PER_STATEMENT)
        await addToCounts(tx, partition, differences.slice(first, first + ROWS_PER_STATEMENT));
      return true;
    });
    if (isCurrent) return { corrected: differences.length, unknown };
  }
}

/** The stored counts, the last event that they include, and how often the partition was rebuilt. */
function readSnapshot({ database, log }: RebuildCountsDeps, partition: number): Promise<CountsSnapshot> {
  return database.transaction(
    async tx => {
      const rows = await tx.many(
        CountsRow,
        sql`select article_id, ${COUNT_COLUMNS} from article_counts where shard = ${partition}`,
      );
      const run = await tx.maybe(
        row({ done: bigint }),
        sql`select done from signal_marks where consumer = ${MARK} and partition = ${partition}`,
      );
      return {
        counts: new Map(rows.map(({ articleId, ...counts }) => [articleId, counts])),
        end: (await log.ends(tx, SIGNALS_VALID)).get(partition) ?? 0n,
        run: run?.done ?? 0n,
      };
    },
    { isolation: 'repeatable read', readOnly: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

/**
 * What all events up to one add up to. `since` is later than 0 where the first events were dropped before they could be
 * archived: articles that were stored before that time cannot be recounted.
 */
async function recountUpTo(
  { log, onProgress }: RebuildCountsDeps,
  partition: number,
  end: bigint,
): Promise<Recount> {
  const sums = new Map<string, ArticleCounts>();
  let since: number | undefined;
  if (end === 0n) return { sums, since: 0 };
  for await (const events of log.history(SIGNALS_VALID, partition)) {
    since ??= events[0]?.offset === 1n ? 0 : events[0]?.at.getTime();
    const counted = events.filter(({ offset }) => offset <= end);
    for (const { data } of counted) if (data.kind === 'signals') sumsOf(data.signals, sums);
    onProgress?.(counted.length);
    if (counted.length < events.length || counted.at(-1)?.offset === end) break;
  }
  return { sums, since: since ?? Number.POSITIVE_INFINITY };
}

/** In the order of ids, like every other update of counts, so that none waits for another that waits for it. */
function differencesOf(
  stored: ReadonlyMap<string, ArticleCounts>,
  recounted: ReadonlyMap<string, ArticleCounts>,
  known: (articleId: string) => boolean,
): Difference[] {
  const ids = [...new Set([...stored.keys(), ...recounted.keys()])].filter(known).sort();
  return ids.flatMap(articleId => {
    const [before, after] = [stored.get(articleId) ?? NO_COUNTS, recounted.get(articleId) ?? NO_COUNTS];
    const difference = { ...NO_COUNTS };
    for (const name of COUNT_NAMES) difference[name] = after[name] - before[name];
    return COUNT_NAMES.some(name => difference[name] !== 0) ? [{ articleId, ...difference }] : [];
  });
}

/** False when another run has corrected the partition since the snapshot. */
async function countRun(tx: Transaction, partition: number, run: bigint): Promise<boolean> {
  const counted = await tx.execute(sql`
    insert into signal_marks as known (consumer, partition, done)
    values (${MARK}, ${partition}, ${String(run + 1n)}::bigint)
    on conflict (consumer, partition) do update set done = excluded.done
    where known.done = ${String(run)}::bigint
  `);
  return counted > 0;
}

const COUNT_NAMES: readonly (keyof ArticleCounts)[] = [
  'views',
  'reads',
  'shares',
  'saves',
  'likes',
  'dislikes',
  'hides',
];
/** In `signal_marks`, the number of runs of each partition. */
const MARK = 'rebuild-counts';
const ROWS_PER_STATEMENT = 5_000;
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

type Difference = { readonly articleId: string } & ArticleCounts;

interface CountsSnapshot {
  readonly counts: ReadonlyMap<string, ArticleCounts>;
  readonly end: bigint;
  readonly run: bigint;
}

interface Recount {
  readonly sums: ReadonlyMap<string, ArticleCounts>;
  readonly since: number;
}

export interface RebuiltCounts {
  /** Rows whose stored counts were wrong. */
  readonly corrected: number;
  /** Rows of articles from before the first event that still exists; they stay as they are. */
  readonly unknown: number;
}

export interface RebuildCountsDeps {
  readonly database: Database;
  readonly log: EventLog;
  /** Called with the number of further events. */
  readonly onProgress?: (events: number) => void;
}
