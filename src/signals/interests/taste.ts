import type { InterestSubject } from '../../model/interest-command.ts';
import { MIN_TOPIC_WEIGHT } from '../../model/topic-vector.ts';
import type { ArticleTraits } from './event.ts';
import type { ReaderInterests } from './interests.ts';
import { parseSubjectKey, subjectKey } from './subject-key.ts';

/**
 * How well an article matches a reader's interests: the similarity of topics, plus the mean level of its
 * known entities and the level of its source. INT-3: a level that the reader set replaces the learned one, so
 * a topic set to 1 weighs as much as the strongest learned one.
 */
export function tasteFor(interests: ReaderInterests, { topics, entities, sourceId }: ArticleTraits): number {
  const topicLevels = effectiveTopics(interests);
  let similarity = 0;
  for (const [dimension, value] of topics.entries()) similarity += value * (topicLevels[dimension] ?? 0);
  const levels = entities.map(id => levelOf(interests, { on: 'entity', id })).filter(level => level !== 0);
  const mean = levels.length === 0 ? 0 : levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return similarity + mean + levelOf(interests, { on: 'source', id: sourceId });
}

/** INT-3: muted by its source, an entity, or a topic with a considerable share. */
export function isMuted({ muted }: ReaderInterests, { topics, entities, sourceId }: ArticleTraits): boolean {
  if (muted.size === 0) return false;
  if (muted.has(subjectKey({ on: 'source', id: sourceId }))) return true;
  if (entities.some(id => muted.has(subjectKey({ on: 'entity', id })))) return true;
  return topics.some((value, id) => value >= MIN_TOPIC_WEIGHT && muted.has(subjectKey({ on: 'topic', id })));
}

/** Learned topics, replaced by the levels that the reader set. No longer of length one. */
export function effectiveTopics({ topics, set }: ReaderInterests): Float32Array {
  const topicLevels = Float32Array.from(topics);
  for (const [key, level] of set) {
    const subject = parseSubjectKey(key);
    if (subject?.on === 'topic' && subject.id < topicLevels.length) topicLevels[subject.id] = level;
  }
  return topicLevels;
}

export function levelOf(interests: ReaderInterests, subject: InterestSubject): number {
  const chosen = interests.set.get(subjectKey(subject));
  if (chosen !== undefined) return chosen;
  if (subject.on === 'topic') return interests.topics[subject.id] ?? 0;
  return (subject.on === 'entity' ? interests.entities : interests.sources).get(subject.id) ?? 0;
}
