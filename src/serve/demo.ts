import { currentDemo, removeDemo } from '../ingest/sources/demo.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../platform/database/port.ts';
import { type By, type RecordContext, record } from './admin/record.ts';

/**
 * Whether pages are to say that their news is made up. Every page says it, so it is not asked for every page: what was
 * seen some seconds ago is good enough, and the next look happens behind the page that noticed its age.
 */
export async function watchDemo(database: Database, clock: Clock): Promise<DemoWatch> {
  let shown = (await currentDemo(database)) !== null;
  let seenAt = clock.now();
  const look = () => {
    seenAt = clock.now();
    currentDemo(database).then(
      edition => {
        shown = edition !== null;
      },
      // While the database is away, the last answer stands.
      () => undefined,
    );
  };
  return {
    isShown: () => {
      if (clock.now() - seenAt >= LOOK_EVERY_MS) look();
      return shown;
    },
    forget: () => {
      shown = false;
    },
  };
}

/** The one click with which the demo edition goes, sources and articles and all. */
export async function removeDemoEdition(context: RemovalContext, by: By): Promise<number> {
  await context.database.transaction(tx =>
    record(tx, context, by, { action: 'demo.removed', subject: { kind: 'source', id: 'demo' } }),
  );
  context.demo?.forget();
  return removeDemo(context.database);
}

const LOOK_EVERY_MS = 5_000;

export interface DemoWatch {
  isShown(): boolean;
  /** It was just removed. */
  forget(): void;
}

type RemovalContext = RecordContext & { readonly demo?: DemoWatch };
