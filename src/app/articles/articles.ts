import { Problem } from '../../errors.ts';
import { findArticle, revisionsOf } from '../../ingest/dedup/articles.ts';
import { type DiffSegment, diffText } from '../../ingest/dedup/diff/diff-text.ts';
import { findSource } from '../../ingest/sources/registry.ts';
import type { Article, ArticleRevision } from '../../model/article.ts';
import type { Principal } from '../../model/principal.ts';
import type { Source } from '../../model/source.ts';
import { reason } from '../../reasons.ts';
import type { ArticleCounts } from '../../signals/counts/add-counts.ts';
import { countsOf } from '../../signals/counts/read-counts.ts';
import {
  type ArticleContext,
  findArticleContext,
  type Story,
  storiesByIds,
} from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { NO_READING_STATE, type ReadingState, readingState } from '../feeds/reading-state.ts';

/** One article with its revisions, its source, its counts and its story, for the API and its page. */
export async function articleForReader(
  context: Pick<AppContext, 'database' | 'feeds'>,
  principal: Principal | null,
  id: string,
): Promise<ArticleForReader> {
  const { database } = context;
  const found = await articleInContext(context, id);
  const { sourceId } = found.article;
  const { storyId } = found.context;
  const [source, counts, [story = null]] = await Promise.all([
    findSource(database, sourceId),
    countsOf(database, [id]),
    storyId === null ? [] : storiesByIds(database, [storyId]),
  ]);
  const state = story ? await readingState(context, principal, [story]) : NO_READING_STATE;
  return { ...found, source, counts: counts.get(id), story, state };
}

export async function articleInContext(
  context: Pick<AppContext, 'database'>,
  id: string,
): Promise<ArticleInContext> {
  const article = await requireArticle(context, id);
  const [revisions, articleContext] = await Promise.all([
    revisionsOf(context.database, id),
    findArticleContext(context.database, id),
  ]);
  return { article, revisions, context: articleContext };
}

export async function articleRevisions(
  context: Pick<AppContext, 'database'>,
  id: string,
): Promise<ArticleRevision[]> {
  await requireArticle(context, id);
  return revisionsOf(context.database, id);
}

/** A revision, compared with the text before it. */
export async function comparedRevision(
  context: Pick<AppContext, 'database'>,
  id: string,
  revisionId: string,
): Promise<ComparedRevision> {
  const article = await requireArticle(context, id);
  const revisions = await revisionsOf(context.database, id);
  const index = revisions.findIndex(revision => revision.id === revisionId);
  const revision = revisions[index];
  if (!revision) throw new Problem('article-not-found', reason('revision-unknown'));
  const before = revisions[index - 1] ?? article;
  const difference = {
    title: diffText(before.title, revision.title),
    text: diffText(before.bodyText, revision.bodyText),
  };
  return { revision, difference };
}

export async function requireArticle(
  { database }: Pick<AppContext, 'database'>,
  id: string,
): Promise<Article> {
  const article = await findArticle(database, id);
  if (!article) throw new Problem('article-not-found');
  return article;
}

export interface ArticleInContext {
  /** In its first version. */
  readonly article: Article;
  readonly revisions: readonly ArticleRevision[];
  readonly context: ArticleContext;
}

export interface ArticleForReader extends ArticleInContext {
  /** Null when the source was removed. */
  readonly source: Source | null;
  /** Undefined before the first view. */
  readonly counts: ArticleCounts | undefined;
  readonly story: Story | null;
  readonly state: ReadingState;
}

export interface ComparedRevision {
  readonly revision: ArticleRevision;
  readonly difference: { readonly title: readonly DiffSegment[]; readonly text: readonly DiffSegment[] };
}
