import type { Installation } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import {
  type IndexCommandKind,
  indexCommandAnswers,
  sendIndexCommand,
} from '../../src/search/commands/store.ts';
import type { IndexDifferences } from '../../src/search/indexing/verify.ts';

/** Articles in the index of the process under test; 0 while it does not answer. */
export async function indexedArticles(installation: Installation): Promise<number> {
  const figures = (await requestJson(installation, 'stats', 5_000)) as { articles: number } | null;
  return figures?.articles ?? 0;
}

/** The result of `broadsheet search verify`. */
export async function compareIndex(installation: Installation): Promise<IndexDifferences> {
  const figures = (await requestJson(installation, 'verify', 120_000)) as IndexDifferences | null;
  if (figures === null) throw new Error('the index could not be verified');
  return figures;
}

async function requestJson(
  { database, newId }: Installation,
  kind: IndexCommandKind,
  ms: number,
): Promise<unknown> {
  const id = newId();
  await sendIndexCommand(database, id, kind);
  for (const until = performance.now() + ms; performance.now() < until; await systemClock.sleep(50)) {
    const [response] = await indexCommandAnswers(database, id);
    if (response?.failure) throw new Error(response.failure);
    if (response && response.figures !== null) return response.figures;
  }
  return null;
}
