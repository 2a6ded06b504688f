import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import type { SearchEngine } from '../engine/port.ts';
import type { Differences, VerifyOptions } from '../indexing/verify.ts';
import { rebuildIndex, verifyIndex } from '../indexing/verify.ts';
import { answerOrder, ORDERS, type OrderKind, orderKind, takeOrder, tellProgress } from './store.ts';

/** Does what is asked of this index from elsewhere, and tells how far it is. */
export async function carryOutOrders(tools: OrderTools): Promise<{ close(): Promise<void> }> {
  const { database, log, index } = tools;
  const running = new Set<Promise<void>>();
  const heard = await database.listen(ORDERS, id => {
    const work = carryOut(tools, id)
      .catch(error => log.error('what was asked of the search index could not be done', { error, index }))
      .finally(() => running.delete(work));
    running.add(work);
  });
  return {
    close: async () => {
      await heard.close();
      await Promise.all(running);
    },
  };
}

async function carryOut(tools: OrderTools, id: string): Promise<void> {
  const { database, index } = tools;
  const kind = await orderKind(database, id);
  if (kind === null || !(await takeOrder(database, id, index))) return;
  let told: Promise<unknown> = Promise.resolve();
  const onProgress = ({ articles }: Differences) => {
    told = told.then(() => tellProgress(database, id, index, articles));
    told.catch(error => tools.log.debug('progress could not be told', { error }));
  };
  try {
    const figures = await workOn(tools, kind, { ...tools.verifying, onProgress });
    await told.catch(() => undefined);
    await answerOrder(database, id, index, { figures });
  } catch (error) {
    await answerOrder(database, id, index, {
      failure: error instanceof Error ? error.message : String(error),
    });
    throw error;
  }
}

/** What an order means, also for whoever has opened an index alone. */
export async function workOn(
  { database, engine }: Pick<OrderTools, 'database' | 'engine'>,
  kind: OrderKind,
  options: VerifyOptions,
): Promise<unknown> {
  if (kind === 'rebuild') return rebuildIndex({ database, engine }, options);
  if (kind === 'verify') return verifyIndex({ database, engine }, { ...options, isMended: true });
  const [figures, { words }] = await Promise.all([engine.figures(), engine.vocabulary()]);
  return { ...figures, words };
}

export interface OrderTools {
  readonly database: Database;
  readonly engine: SearchEngine;
  readonly index: string;
  readonly log: Logger;
  readonly verifying: Pick<VerifyOptions, 'settled' | 'signal'>;
}
