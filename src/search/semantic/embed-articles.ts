import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EmbeddingModel } from './port.ts';
import { VECTOR_RETENTION_MS } from './semantic-search.ts';
import { articlesWithoutVector, deleteOldVectors, storeVectors, type TextToEmbed } from './vector-store.ts';
import { packVector } from './vector-table.ts';

/**
 * SRCH-10, periodic task: embeds articles without a vector, newest first, for most of a minute. What remains is the
 * difference of two tables, so the next run continues after a failure.
 */
export async function embedArticles(deps: EmbedDeps): Promise<number> {
  const { clock, database, model } = deps;
  const since = new Date(clock.now() - VECTOR_RETENTION_MS);
  const deadline = performance.now() + MAX_RUN_MS;
  let made = 0;
  while (performance.now() < deadline) {
    const texts = await articlesWithoutVector(database, { model: model.name, since, limit: BATCH });
    if (texts.length === 0) break;
    const vectors = await model.embed(texts.map(textOf), TIMEOUT_MS);
    const named = texts.map(({ id }, index) => ({
      id,
      vector: packVector(vectors[index] ?? new Float32Array(0)),
    }));
    await storeVectors(database, model.name, named);
    made += texts.length;
  }
  await deleteOldVectors(database, since);
  return made;
}

/** The beginning of an article says what it is about. */
function textOf({ title, summary, body }: TextToEmbed): string {
  return (
    [title, summary, summary === body ? '' : body].join('\n').trim().slice(0, MAX_TEXT_LENGTH) || 'untitled'
  );
}

const BATCH = 64;
const TIMEOUT_MS = 20_000;
const MAX_RUN_MS = 45_000;
const MAX_TEXT_LENGTH = 2_000;

export interface EmbedDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly model: EmbeddingModel;
}
