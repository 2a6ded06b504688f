import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type {
  Dimension,
  ListName,
  TrendingKind,
  TrendingMeasure,
  WindowName,
} from '../../signals/trending/lists.ts';
import type { TopicCache } from '../topics.ts';

/** The requested list. An unknown category or topic is an error, and not an empty list. */
export async function listNameOf(params: ListParams, topics: TopicCache): Promise<ListName> {
  const list = uncheckedListName(params);
  if (list.dimension && list.dimension.kind !== 'country') await requireTopic(list.dimension, topics);
  return list;
}

/** Does not check that the category or topic exists: for lists that were rendered before. */
export function uncheckedListName(params: ListParams): ListName {
  const { window = '1h', of = 'articles', by = 'blend' } = params;
  return { window, of, by, dimension: dimensionOf(params) };
}

function dimensionOf({ category, topic, country }: ListParams): Dimension | undefined {
  const dimensions: Dimension[] = [];
  if (category !== undefined) dimensions.push({ kind: 'category', value: category });
  if (topic !== undefined) dimensions.push({ kind: 'topic', value: topic });
  if (country !== undefined) dimensions.push({ kind: 'country', value: country.toLowerCase() });
  if (dimensions.length > 1) throw new Problem('validation-failed', reason('one-list-filter'));
  return dimensions[0];
}

async function requireTopic({ kind, value }: Dimension, topics: TopicCache): Promise<void> {
  const topic = await topics.find(value);
  if (!topic)
    throw new Problem(
      'topic-not-found',
      reason(kind === 'topic' ? 'list-topic-unknown' : 'category-unknown', { value }),
    );
  if ((topic.parent === null) !== (kind === 'category'))
    throw new Problem(
      'topic-not-found',
      reason(kind === 'topic' ? 'value-is-category' : 'value-is-topic', { value }),
    );
}

export interface ListParams {
  readonly window?: WindowName | undefined;
  readonly of?: TrendingKind | undefined;
  readonly by?: TrendingMeasure | undefined;
  readonly category?: string | undefined;
  readonly topic?: string | undefined;
  readonly country?: string | undefined;
}
