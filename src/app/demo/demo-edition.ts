import { currentDemo, endDemoEdition, removeEndedDemo } from '../../ingest/sources/demo.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { type ActingPerson, type AuditDeps, recordAction } from '../admin/audited.ts';

/**
 * Whether pages must say that their news is made up. A page that says so may use an answer some seconds old; otherwise
 * it is refreshed more often, because the demo edition starts after the pages.
 */
export function watchDemo(database: Database, clock: Clock): DemoWatch {
  let seen = { isShown: false, until: Number.NEGATIVE_INFINITY };
  let loading: Promise<boolean> | null = null;
  const store = (isShown: boolean) => {
    seen = { isShown, until: clock.now() + (isShown ? SHOWN_FOR_MS : HIDDEN_FOR_MS) };
    loading = null;
  };
  const load = () => {
    const answer: Promise<boolean> = currentDemo(database)
      // While the database is down, the last answer is used.
      .then(
        found => found !== null,
        () => seen.isShown,
      )
      .then(isShown => {
        // A query from before the removal may finish after it.
        if (loading === answer) store(isShown);
        return seen.isShown;
      });
    return answer;
  };
  return {
    isShown: async () => {
      if (clock.now() < seen.until) return seen.isShown;
      loading ??= load();
      return loading;
    },
    forget: () => store(false),
  };
}

/**
 * Removes the demo edition with its sources and articles. Without an edition it finishes an interrupted removal, so it can
 * be repeated. Returns the number of removed sources.
 */
export async function removeDemoEdition(context: RemovalDeps, by: ActingPerson): Promise<number> {
  await context.database.transaction(async tx => {
    if (!(await endDemoEdition(tx))) return;
    await recordAction(tx, context, by, { action: 'demo.removed', subject: { kind: 'source', id: 'demo' } });
  });
  context.demo?.forget();
  const sources = await removeEndedDemo(context.database);
  // The next page must not show stories that were just removed; other processes follow through the log.
  await context.feeds?.reloadAll();
  return sources;
}

const SHOWN_FOR_MS = 5_000;
const HIDDEN_FOR_MS = 500;

export interface DemoWatch {
  isShown(): Promise<boolean>;
  /** Call when the edition was removed. */
  forget(): void;
}

type RemovalDeps = AuditDeps & {
  readonly demo?: DemoWatch;
  readonly feeds?: { reloadAll(): Promise<void> };
};
