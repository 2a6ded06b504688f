import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import type { SearchEngine } from '../engine/port.ts';
import type { IndexDifferences, VerifyOptions } from '../indexing/verify.ts';
import { rebuildIndex, verifyIndex } from '../indexing/verify.ts';
import {
  COMMAND_CHANNEL,
  claimIndexCommand,
  type IndexCommandKind,
  indexCommandKind,
  recordAnswer,
  reportProgress,
} from './store.ts';

/** SRCH-4: runs commands that other processes send to this index, and reports their progress. */
export async function startCommandRunner(deps: CommandDeps): Promise<{ close(): Promise<void> }> {
  const { database, log, index } = deps;
  const running = new Set<Promise<void>>();
  const subscription = await database.listen(COMMAND_CHANNEL, id => {
    const work = runCommand(deps, id)
      .catch(error => log.error('search.command_failed', { error, index }))
      .finally(() => running.delete(work));
    running.add(work);
  });
  return {
    close: async () => {
      await subscription.close();
      await Promise.all(running);
    },
  };
}

async function runCommand(deps: CommandDeps, id: string): Promise<void> {
  const { database, index } = deps;
  const kind = await indexCommandKind(database, id);
  if (kind === null || !(await claimIndexCommand(database, id, index))) return;
  let reported: Promise<unknown> = Promise.resolve();
  const onProgress = ({ articles }: IndexDifferences) => {
    reported = reported.then(() => reportProgress(database, id, index, articles));
    reported.catch(error => deps.log.debug('search.progress_failed', { error }));
  };
  try {
    const figures = await executeIndexCommand(deps, kind, { ...deps.verifying, onProgress });
    await reported.catch(() => undefined);
    await recordAnswer(database, id, index, { figures });
  } catch (error) {
    await recordAnswer(database, id, index, {
      failure: error instanceof Error ? error.message : String(error),
    });
    throw error;
  }
}

/** Executes a command; the CLI calls it directly when no process has the index open. */
export async function executeIndexCommand(
  { database, engine }: Pick<CommandDeps, 'database' | 'engine'>,
  kind: IndexCommandKind,
  options: VerifyOptions,
): Promise<unknown> {
  if (kind === 'rebuild') return rebuildIndex({ database, engine }, options);
  if (kind === 'verify') return verifyIndex({ database, engine }, { ...options, isRepairing: true });
  const [figures, { words }] = await Promise.all([engine.figures(), engine.vocabulary()]);
  return { ...figures, words };
}

export interface CommandDeps {
  readonly database: Database;
  readonly engine: SearchEngine;
  readonly index: string;
  readonly log: Logger;
  readonly verifying: Pick<VerifyOptions, 'settled' | 'signal'>;
}
