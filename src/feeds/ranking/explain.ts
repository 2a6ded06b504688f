import type { RecentStory } from '../../model/story.ts';
import type { RankingSettings } from './settings.ts';
import type { Taste } from './taste.ts';

/**
 * FEED-4: why a story is in the feed, from the parts of its score, strongest first. A part becomes a reason
 * only when it contributed a good share of the score.
 */
export function explain(
  recent: RecentStory,
  parts: ScoreParts,
  { taste, settings }: ExplainContext,
): RankingReason[] {
  const { weights } = settings;
  const reasons: { reason: RankingReason; worth: number }[] = [];
  const add = (worth: number, reason: RankingReason | null) => {
    if (reason && worth >= MIN_WORTH) reasons.push({ reason, worth });
  };
  if (parts.isExploration) add(1, { kind: 'exploration' });
  const relevance = weights.relevance * parts.relevance;
  for (const { reason, share } of tasteReasons(recent, taste, settings)) add(relevance * share, reason);
  if (parts.isBreaking) add(0.5, { kind: 'breaking' });
  add(weights.trending * parts.trending, { kind: 'rising' });
  const { sourceCount } = recent.story;
  if (sourceCount >= MIN_SOURCES)
    add(weights.quality * parts.quality, { kind: 'sources', count: sourceCount });
  add(weights.freshness * parts.freshness * FRESHNESS_SHARE, { kind: 'new' });
  if (parts.isRare) add(MIN_WORTH, { kind: 'rare-source', id: recent.voices[0]?.sourceId ?? '' });
  return reasons
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_REASONS)
    .map(({ reason }) => reason);
}

function tasteReasons(
  recent: RecentStory,
  taste: Taste,
  { taste: counts }: RankingSettings,
): WeightedReason[] {
  const found: WeightedReason[] = [];
  const topic = [...recent.topics].sort(
    (a, b) => b.weight * (taste.topics[b.dimension] ?? 0) - a.weight * (taste.topics[a.dimension] ?? 0),
  )[0];
  const liked = topic ? topic.weight * (taste.topics[topic.dimension] ?? 0) * counts.topics : 0;
  if (topic && liked > 0) {
    const kind = taste.chosen.topics.has(topic.dimension) ? 'chosen-topic' : 'topic';
    found.push({ reason: { kind, dimension: topic.dimension }, share: liked });
  }
  const followed = recent.topics.find(
    ({ dimension, weight }) => weight >= 0.3 && taste.followed.topics.has(dimension),
  );
  if (followed)
    found.push({ reason: { kind: 'followed-topic', dimension: followed.dimension }, share: counts.followed });
  for (const key of recent.story.entities) {
    const level = taste.entities.get(key) ?? 0;
    if (taste.followed.entities.has(key))
      found.push({ reason: { kind: 'followed-entity', id: key }, share: counts.followed });
    else if (level > 0) {
      const kind = taste.chosen.entities.has(key) ? 'chosen-entity' : 'entity';
      found.push({ reason: { kind, id: key }, share: level * counts.entities });
    }
  }
  for (const { sourceId } of recent.voices) {
    const level = taste.sources.get(sourceId) ?? 0;
    if (taste.preferredSources.has(sourceId))
      found.push({ reason: { kind: 'preferred-source', id: sourceId }, share: counts.preferred });
    else if (taste.followed.sources.has(sourceId))
      found.push({ reason: { kind: 'followed-source', id: sourceId }, share: counts.followed });
    else if (level > 0) {
      const kind = taste.chosen.sources.has(sourceId) ? 'chosen-source' : 'source';
      found.push({ reason: { kind, id: sourceId }, share: level * counts.source });
    }
  }
  const sum = found.reduce((total, { share }) => total + share, 0);
  return strongestOfKind(found).map(({ reason, share }) => ({ reason, share: share / sum }));
}

/** One entity and one source are enough as reasons. */
function strongestOfKind(found: readonly WeightedReason[]): WeightedReason[] {
  const best = new Map<string, WeightedReason>();
  for (const one of found) {
    const known = best.get(one.reason.kind);
    if (!known || one.share > known.share) best.set(one.reason.kind, one);
  }
  return [...best.values()];
}

const MIN_WORTH = 0.03;
const MAX_REASONS = 3;
const MIN_SOURCES = 3;
/** Nearly everything on a front page is new, so newness is a reason only when there are few others. */
const FRESHNESS_SHARE = 0.25;

/** FEED-4: all reasons that a feed can give. */
export const REASON_KINDS = [
  ...(['topic', 'chosen-topic', 'followed-topic'] as const),
  ...(['entity', 'chosen-entity', 'followed-entity'] as const),
  ...(['source', 'chosen-source', 'followed-source', 'preferred-source', 'rare-source'] as const),
  ...(['sources', 'rising', 'breaking', 'new', 'exploration'] as const),
] as const satisfies readonly RankingReason['kind'][];

export type RankingReason =
  | { readonly kind: 'topic' | 'chosen-topic' | 'followed-topic'; readonly dimension: number }
  | {
      readonly kind:
        | 'entity'
        | 'chosen-entity'
        | 'followed-entity'
        | 'source'
        | 'chosen-source'
        | 'followed-source'
        | 'preferred-source'
        | 'rare-source';
      readonly id: string;
    }
  | { readonly kind: 'sources'; readonly count: number }
  | { readonly kind: 'rising' | 'breaking' | 'new' | 'exploration' };

export interface ScoreParts {
  readonly relevance: number;
  readonly freshness: number;
  readonly quality: number;
  readonly trending: number;
  readonly diversity: number;
  readonly score: number;
  readonly isBreaking: boolean;
  readonly isRare: boolean;
  readonly isRead: boolean;
  readonly isExploration: boolean;
}

interface WeightedReason {
  readonly reason: RankingReason;
  readonly share: number;
}

interface ExplainContext {
  readonly taste: Taste;
  readonly settings: RankingSettings;
}
