import type { Clock } from '../../lib/clock.ts';
import type { ArticleStored } from '../../model/article.ts';
import type { StoryChanged } from '../../model/story.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog, GroupState, PreparingHandler } from '../../platform/log/port.ts';
import { secondsBehind } from '../../platform/log/waiting.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { ARTICLES_NEW, STORIES_CHANGED } from '../../streams.ts';
import type { SearchEngine } from '../engine/port.ts';
import { readDocuments } from './read-documents.ts';

/**
 * SRCH-4: keeps an index current from the log. An article is indexed when it is stored, and again when its story, its
 * topics or the story's state change, so that it is found within seconds even before it belongs to a story.
 *
 * The index is flushed before the group's position moves: events that are delivered again index the same articles
 * again, which changes nothing. The log sets aside events that cannot be handled, as for every group. A new group
 * begins at the end; verification finds earlier articles.
 */
export async function startIndexConsumers({
  database,
  log,
  engine,
  index,
}: IndexConsumerDeps): Promise<IndexConsumers> {
  const reindexing = <T>(idsOf: (events: readonly T[]) => Promise<string[]>): PreparingHandler<T> => ({
    prepare: async events => {
      await reindexArticles(database, engine, await idsOf(events.map(({ data }) => data)));
      return async () => undefined;
    },
  });
  const stored = reindexing<ArticleStored>(async events => events.map(({ articleId }) => articleId));
  const changed = reindexing<StoryChanged>(events => affectedArticles(database, events));
  const { articles, stories } = consumerGroupsOf(index);
  const settings = { batch: BATCH, from: 'end' } as const;
  const consumers = [
    await log.consume({ group: articles, stream: ARTICLES_NEW, ...settings }, stored),
    await log.consume({ group: stories, stream: STORIES_CHANGED, ...settings }, changed),
  ];
  return {
    drained: async () => {
      for (const consumer of consumers) await consumer.drained();
    },
    stop: async () => {
      await Promise.all(consumers.map(consumer => consumer.stop()));
    },
  };
}

/** Each index has its own position in the log. */
function consumerGroupsOf(index: string): { readonly articles: string; readonly stories: string } {
  return { articles: `search-articles-${index}`, stories: `search-stories-${index}` };
}

/** The groups of every index that a running process keeps current. */
export function liveIndexGroups(groups: readonly GroupState[]): GroupState[] {
  return groups.filter(({ group, owner }) => owner !== null && /^search-(?:articles|stories)-/.test(group));
}

/** Indexes the current articles, and removes those that are gone or hidden. */
export async function reindexArticles(
  database: Database,
  engine: SearchEngine,
  ids: readonly string[],
): Promise<void> {
  const unique = [...new Set(ids)];
  for (let from = 0; from < unique.length; from += BATCH) {
    const batch = unique.slice(from, from + BATCH);
    const documents = await readDocuments(database, batch);
    const found = new Set(documents.map(({ id }) => id));
    if (documents.length > 0) await engine.put(documents);
    if (found.size < batch.length) await engine.remove(batch.filter(id => !found.has(id)));
  }
  if (unique.length > 0) await engine.flush();
}

/** Articles whose search document has changed. */
export async function affectedArticles(
  database: Database,
  changes: readonly StoryChanged[],
): Promise<string[]> {
  const named = changes.flatMap(change => (change.kind === 'changed' ? change.articleIds : []));
  const whole = changes.flatMap(change => {
    if (change.kind === 'merged') return [change.into];
    if (change.kind === 'changed') return change.articleIds.length === 0 ? [change.storyId] : [];
    return change.kind === 'gone' ? [] : [change.storyId];
  });
  if (whole.length === 0) return named;
  const members = await database.many(
    row({ article_id: uuid }),
    sql`select article_id from story_articles where story_id = any (${whole}::uuid[])`,
  );
  return [...named, ...members.map(({ articleId }) => articleId)];
}

/** Gauges of each scrape: searchable articles, and how far the index lags behind the log. */
export function exposeIndexMetrics({
  engine,
  index,
  log,
  clock,
  telemetry: { metrics },
}: IndexMetricsDeps): void {
  const groups = Object.values(consumerGroupsOf(index));
  metrics.onScrape(async () => {
    metrics.gauge('search_index_articles').set({}, await engine.count());
    const states = (await log.groups()).filter(({ group }) => groups.includes(group));
    metrics.gauge('search_index_lag_seconds').set({}, await secondsBehind(log, states, clock.now()));
  });
}

const BATCH = 500;

export interface IndexConsumerDeps {
  readonly database: Database;
  readonly log: EventLog;
  readonly engine: SearchEngine;
  /** Identifies one of several indexes. */
  readonly index: string;
}

export interface IndexConsumers {
  /** Resolves when everything committed before the call is searchable. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}

interface IndexMetricsDeps {
  readonly engine: SearchEngine;
  readonly index: string;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
