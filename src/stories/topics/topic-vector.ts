import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import type { ArticleLabels } from './port.ts';
import type { TaxonomyEntry } from './taxonomy/entry.ts';

/** TOPIC-1: normalises to length one; a zero vector stays zero. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map(value => value / length);
}

/** Validates and completes the labels of an external classifier; unknown labels are an error. */
export function labelsFrom(answer: unknown, taxonomy: readonly TaxonomyEntry[]): ArticleLabels {
  if (!isAnswer(answer)) throw new TypeError('the answer has no valid labels');
  const entries = new Map(taxonomy.map(entry => [entry.id, entry]));
  const vector = new Float32Array(TOPIC_DIMENSIONS);
  for (const [index, { id, confidence }] of [answer.category, ...answer.topics].entries()) {
    const entry = entries.get(id);
    if (entry === undefined || (entry.parent === null) !== (index === 0))
      throw new TypeError(`'${id}' is no ${index === 0 ? 'category' : 'topic'} of the taxonomy`);
    vector[entry.dimension] = confidence;
  }
  const topics = answer.topics.map(labelOf).sort((a, b) => b.confidence - a.confidence);
  return { category: labelOf(answer.category), topics: topics.slice(0, 8), vector: normalised(vector) };
}

function labelOf({ id, confidence }: LabelAnswer['category']): LabelAnswer['category'] {
  return { id, confidence };
}

function isAnswer(value: unknown): value is LabelAnswer {
  if (typeof value !== 'object' || value === null || !('category' in value && 'topics' in value))
    return false;
  return isLabel(value.category) && Array.isArray(value.topics) && value.topics.every(isLabel);
}

function isLabel(value: unknown): value is LabelAnswer['category'] {
  if (typeof value !== 'object' || value === null || !('id' in value && 'confidence' in value)) return false;
  const { id, confidence } = value;
  return typeof id === 'string' && typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
}

type LabelAnswer = Pick<ArticleLabels, 'category' | 'topics'>;
