import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EmbeddingModel } from './port.ts';
import { KEPT_MS } from './semantic-search.ts';
import { articlesWithout, dropOldVectors, keepVectors, type TextToEmbed } from './vector-store.ts';
import { packed } from './vector-table.ts';

/**
 * SRCH-10, a chore: has vectors made for articles that have none, newest first, for most of a minute. What the model
 * does not take is what the next run begins with; whatever waits is the difference between two tables.
 */
export async function embedArticles(tools: EmbedTools): Promise<number> {
  const { clock, database, model } = tools;
  const since = new Date(clock.now() - KEPT_MS);
  const end = performance.now() + LONGEST_RUN_MS;
  let made = 0;
  while (performance.now() < end) {
    const texts = await articlesWithout(database, { model: model.name, since, most: AT_ONCE });
    if (texts.length === 0) break;
    const vectors = await model.embed(texts.map(textOf), PATIENCE_MS);
    const named = texts.map(({ id }, index) => ({
      id,
      vector: packed(vectors[index] ?? new Float32Array(0)),
    }));
    await keepVectors(database, model.name, named);
    made += texts.length;
  }
  await dropOldVectors(database, since);
  return made;
}

/** What an article is about is said at its beginning. */
function textOf({ title, summary, body }: TextToEmbed): string {
  return (
    [title, summary, summary === body ? '' : body].join('\n').trim().slice(0, LONGEST_TEXT) || 'untitled'
  );
}

const AT_ONCE = 64;
const PATIENCE_MS = 20_000;
const LONGEST_RUN_MS = 45_000;
const LONGEST_TEXT = 2_000;

export interface EmbedTools {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly model: EmbeddingModel;
}
