import { outgoingFetch } from '../../platform/outgoing/outgoing.ts';
import type { EmbeddingModel } from './port.ts';

/**
 * An embedding service that takes `{ model, input: [texts] }` and answers `{ data: [{ index, embedding: [numbers] }]
 * }`, a common API. Other answers are rejected.
 */
export function httpModel({ url, name, token }: HttpModelSettings): EmbeddingModel {
  return {
    name,
    embed: async (texts, timeoutMs) => {
      const response = await outgoingFetch(url, {
        purpose: 'the embedding model',
        trust: 'operator',
        timeoutMs,
        maxBytes: 64 * 1024 * 1024,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ model: name, input: texts }),
      });
      if (!response.ok) throw new Error(`the embedding model responded with status ${response.status}`);
      return vectorsIn(await response.json(), texts.length);
    },
  };
}

function vectorsIn(answer: unknown, count: number): Float32Array[] {
  const data = isRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [position, entry] of data.entries()) {
    const embedding: unknown = isRecord(entry) ? entry['embedding'] : null;
    const index = isRecord(entry) && typeof entry['index'] === 'number' ? entry['index'] : position;
    if (Array.isArray(embedding)) vectors[index] = Float32Array.from(embedding, Number);
  }
  const complete = vectors.filter(vector => vector !== undefined);
  const length = complete[0]?.length ?? 0;
  const isUsable = (vector: Float32Array) => vector.length === length && vector.every(Number.isFinite);
  if (
    complete.length !== count ||
    length < MIN_DIMENSIONS ||
    length > MAX_DIMENSIONS ||
    !complete.every(isUsable)
  )
    throw new TypeError('the embedding model did not respond with one vector per text');
  return complete;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const MIN_DIMENSIONS = 8;
const MAX_DIMENSIONS = 4_096;

export interface HttpModelSettings {
  readonly url: string;
  readonly name: string;
  readonly token: string | undefined;
}
