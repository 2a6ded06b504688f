import { hashOf } from '../draw.ts';
import type { News } from '../readers/clicks.ts';
import { TOPICS, type Topic } from '../types.ts';

/**
 * Articles of an installation as the reader simulation sees them, with topic, publisher and size. Articles too old for
 * any reader count as two days old, so that every installation gets readers.
 */
export function newsOf(articles: readonly FoundArticle[], now: number): News {
  const breaking = new Set(articles.filter(({ isBreaking }) => isBreaking).map(({ id }) => id));
  const all = articles.map(({ id, category, publishedAt, source }) => ({
    id,
    topic: topicOf(category),
    publishedAt: Math.min(now, Math.max(publishedAt, now - OLDEST_MS)),
    publisher: { index: hashOf(0, [source]), size: 0.3 + (hashOf(1, [source]) % 1000) / 400 },
  }));
  return {
    articlesUntil: (until, since) =>
      all.filter(({ publishedAt }) => publishedAt < until && publishedAt >= since),
    truthOf: id => ({ isBreaking: breaking.has(id) }),
  };
}

function topicOf(category: string | null): Topic {
  return TOPICS.find(topic => topic === category) ?? 'world';
}

const OLDEST_MS = 2 * 86_400_000;

export interface FoundArticle {
  readonly id: string;
  readonly category: string | null;
  readonly publishedAt: number;
  /** Any key that articles of one source share. */
  readonly source: string;
  readonly isBreaking: boolean;
}
