import type { ArticleStored } from '../../model/article.ts';
import type { StoryChanged } from '../../model/story.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog, PreparingHandler } from '../../platform/log/port.ts';
import { ARTICLES_NEW, STORIES_CHANGED } from '../../streams.ts';
import type { SearchEngine } from '../engine/port.ts';
import { readDocuments } from './read-documents.ts';

/**
 * SRCH-4: keeps an index current from the log. An article is put when it is stored, and again when its place in a story,
 * its topics or the story's state are known, so that it is found within seconds whatever the stories do.
 *
 * The index is written and flushed before the group's position moves: what is handed over again is put again, which
 * changes nothing. An event that cannot be handled is put aside by the log, like those of every group. A new group
 * begins at the end, for what was there before is found by comparing.
 */
export async function startKeepingIndex({ database, log, engine, index }: IndexContext): Promise<Keeping> {
  const keepBy = <T>(idsOf: (events: readonly T[]) => Promise<string[]>): PreparingHandler<T> => ({
    prepare: async events => {
      await refreshArticles(database, engine, await idsOf(events.map(({ data }) => data)));
      return async () => undefined;
    },
  });
  const stored = keepBy<ArticleStored>(async events => events.map(({ articleId }) => articleId));
  const changed = keepBy<StoryChanged>(events => articlesOf(database, events));
  const { articles, stories } = groupsOf(index);
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

/** Each index has read the log up to a place of its own. */
export function groupsOf(index: string): { readonly articles: string; readonly stories: string } {
  return { articles: `search-articles-${index}`, stories: `search-stories-${index}` };
}

/** Puts what is there now, and takes out what is not there any more or is hidden. */
export async function refreshArticles(
  database: Database,
  engine: SearchEngine,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  for (let from = 0; from < wanted.length; from += BATCH) {
    const some = wanted.slice(from, from + BATCH);
    const documents = await readDocuments(database, some);
    const found = new Set(documents.map(({ id }) => id));
    if (documents.length > 0) await engine.put(documents);
    if (found.size < some.length) await engine.remove(some.filter(id => !found.has(id)));
  }
  if (wanted.length > 0) await engine.flush();
}

/** Articles whose document says something else now. */
export async function articlesOf(database: Database, changes: readonly StoryChanged[]): Promise<string[]> {
  const told = changes.flatMap(change => (change.kind === 'changed' ? change.articleIds : []));
  const whole = changes.flatMap(change => {
    if (change.kind === 'merged') return [change.into];
    if (change.kind === 'changed') return change.articleIds.length === 0 ? [change.storyId] : [];
    return change.kind === 'gone' ? [] : [change.storyId];
  });
  if (whole.length === 0) return told;
  const members = await database.many(
    row({ article_id: uuid }),
    sql`select article_id from story_articles where story_id = any (${whole}::uuid[])`,
  );
  return [...told, ...members.map(({ articleId }) => articleId)];
}

const BATCH = 500;

export interface IndexContext {
  readonly database: Database;
  readonly log: EventLog;
  readonly engine: SearchEngine;
  /** Tells one index from others. */
  readonly index: string;
}

export interface Keeping {
  /** Resolves when everything that was committed before the call is found. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
