import type { RankingReason } from '../../feeds/ranking/explain.ts';
import type { RecentStory } from '../../model/story.ts';
import type { TopicCache } from '../topics.ts';

/** FEED-4: a reason as text, with the topic, entity or source that it names. */
export function describeReason(
  reason: RankingReason,
  recent: RecentStory,
  topics: TopicCache,
): ReasonText | null {
  const { kind } = reason;
  if ('dimension' in reason) {
    const topic = topics.atDimension(reason.dimension);
    if (!topic) return null;
    return {
      kind,
      id: topic.id,
      name: topic.name,
      count: null,
      text: WORDS[kind]?.(topic.name) ?? topic.name,
    };
  }
  if ('count' in reason)
    return { kind, id: null, name: null, count: reason.count, text: `${reason.count} sources` };
  if ('id' in reason) return named(kind, reason.id, recent);
  return { kind, id: null, name: null, count: null, text: PLAIN[reason.kind] };
}

function named(kind: RankingReason['kind'], id: string, { names, voices }: RecentStory): ReasonText | null {
  const name = names[id] ?? voices.find(({ sourceId }) => sourceId === id)?.sourceName;
  if (name === undefined || name === '') return null;
  return { kind, id, name, count: null, text: WORDS[kind]?.(name) ?? name };
}

const PLAIN = {
  rising: 'Rising',
  breaking: 'Breaking',
  new: 'New',
  exploration: 'Beyond your usual topics',
} as const;

const WORDS: Partial<Record<RankingReason['kind'], (name: string) => string>> = {
  topic: name => `You read about ${name}`,
  'chosen-topic': name => `You chose ${name}`,
  'followed-topic': name => `You follow ${name}`,
  entity: name => `You read about ${name}`,
  'chosen-entity': name => `You chose ${name}`,
  'followed-entity': name => `You follow ${name}`,
  source: name => `You read ${name}`,
  'chosen-source': name => `You chose ${name}`,
  'followed-source': name => `You follow ${name}`,
  'preferred-source': name => `You prefer ${name}`,
  'rare-source': name => `${name} publishes rarely`,
};

export interface ReasonText {
  readonly kind: RankingReason['kind'];
  readonly id: string | null;
  readonly name: string | null;
  /** The number of sources, where that is the reason. */
  readonly count: number | null;
  readonly text: string;
}
