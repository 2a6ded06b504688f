import type { Installation } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { answersTo, type OrderKind, placeOrder } from '../../src/search/commands/store.ts';
import type { Differences } from '../../src/search/indexing/verify.ts';

/** Articles in the index of the process that is shaken; 0 while it does not answer. */
export async function indexedArticles(installation: Installation): Promise<number> {
  const figures = (await answered(installation, 'stats', 5_000)) as { articles: number } | null;
  return figures?.articles ?? 0;
}

/** What `broadsheet search verify` finds. */
export async function compareIndex(installation: Installation): Promise<Differences> {
  const figures = (await answered(installation, 'verify', 120_000)) as Differences | null;
  if (figures === null) throw new Error('the index did not compare itself');
  return figures;
}

async function answered({ database, newId }: Installation, kind: OrderKind, ms: number): Promise<unknown> {
  const id = newId();
  await placeOrder(database, id, kind);
  for (const until = performance.now() + ms; performance.now() < until; await systemClock.sleep(50)) {
    const [answer] = await answersTo(database, id);
    if (answer?.failure) throw new Error(answer.failure);
    if (answer && answer.figures !== null) return answer.figures;
  }
  return null;
}
