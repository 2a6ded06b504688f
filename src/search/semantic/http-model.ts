import { outgoingFetch } from '../../platform/outgoing/outgoing.ts';
import type { EmbeddingModel } from './port.ts';

/**
 * A service that takes `{ model, input: [texts] }` and answers `{ data: [{ index, embedding: [numbers] }] }`, as many
 * do. What it says is believed only when it has that form.
 */
export function httpModel({ url, name, token }: HttpModelSettings): EmbeddingModel {
  return {
    name,
    embed: async (texts, patienceMs) => {
      const answer = await outgoingFetch(url, {
        purpose: 'the embedding model',
        trust: 'operator',
        timeoutMs: patienceMs,
        maxBytes: 64 * 1024 * 1024,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ model: name, input: texts }),
      });
      if (!answer.ok) throw new Error(`the embedding model answered with ${answer.status}`);
      return vectorsIn(await answer.json(), texts.length);
    },
  };
}

function vectorsIn(answer: unknown, count: number): Float32Array[] {
  const data = isRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [place, entry] of data.entries()) {
    const embedding: unknown = isRecord(entry) ? entry['embedding'] : null;
    const index = isRecord(entry) && typeof entry['index'] === 'number' ? entry['index'] : place;
    if (Array.isArray(embedding)) vectors[index] = Float32Array.from(embedding, Number);
  }
  const whole = vectors.filter(vector => vector !== undefined);
  const length = whole[0]?.length ?? 0;
  const isUsable = (vector: Float32Array) => vector.length === length && vector.every(Number.isFinite);
  if (whole.length !== count || length < LEAST || length > MOST || !whole.every(isUsable))
    throw new TypeError('the embedding model answered with something else than a vector for each text');
  return whole;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const LEAST = 8;
const MOST = 4_096;

export interface HttpModelSettings {
  readonly url: string;
  readonly name: string;
  readonly token: string | undefined;
}
