import { Problem } from '../../errors.ts';
import { hideStory, unhideStory } from '../../feeds/readers/hidden-stories.ts';
import { stancesOf } from '../../feeds/readers/preferences.ts';
import { saveStory } from '../../feeds/readers/reading-lists.ts';
import { findArticle } from '../../ingest/dedup/articles.ts';
import type { Feedback } from '../../model/signal.ts';
import type { RequestSender } from '../../signals/accept/item-senders.ts';
import { findStory } from '../../stories/queries/index.ts';
import { requireStory } from '../admin/stories.ts';
import type { AppContext } from '../context.ts';
import { changeReader, chooseStance, type ReaderDeps } from './reader-changes.ts';

/**
 * INT-1: what readers say about a story, for the API and the pages. What they hide is hidden at once (FEED-6); the signal
 * follows, and changes their interests. `undo` takes each of them back.
 */

/** FEED-10: saving is a signal too. A repeated request saves once and counts once. */
export async function saveForLater(deps: FeedbackDeps, sender: ReaderSender, storyId: string): Promise<void> {
  const { id, leadArticleId } = await requireStory(deps, storyId);
  const now = new Date(deps.clock.now());
  await changeReader(deps, sender.userId, tx => saveStory(tx, sender.userId, id, now));
  await sendFeedback(deps, sender, leadArticleId, 'save', id);
}

export async function hideForReader(
  deps: FeedbackDeps,
  sender: ReaderSender,
  storyId: string,
): Promise<void> {
  const { id, leadArticleId } = await requireStory(deps, storyId);
  const now = new Date(deps.clock.now());
  await changeReader(deps, sender.userId, tx => hideStory(tx, sender.userId, id, now));
  await sendFeedback(deps, sender, leadArticleId, 'hide');
}

/** Also for a story that is gone. Interests change only when the story was hidden. */
export async function unhideForReader(
  deps: FeedbackDeps,
  sender: ReaderSender,
  storyId: string,
): Promise<void> {
  const found = await findStory(deps.database, storyId);
  const id = found?.kind === 'merged' ? found.into : storyId;
  const wasHidden = await changeReader(deps, sender.userId, tx => unhideStory(tx, sender.userId, id));
  if (!wasHidden || !found) return;
  const { leadArticleId } = await requireStory(deps, id);
  await sendFeedback(deps, sender, leadArticleId, 'undo-hide');
}

/** Blocks the source of an article. Resolves with the reader's earlier stance, which an undo restores. */
export async function hideSourceOf(
  deps: FeedbackDeps,
  sender: ReaderSender,
  articleId: string,
): Promise<SourceStance> {
  const sourceId = await sourceOf(deps, articleId);
  const stances = await stancesOf(deps.database, sender.userId);
  const before = stances.find(({ subject, id }) => subject === 'source' && id === sourceId)?.stance ?? null;
  await chooseStance(deps, sender.userId, { subject: 'source', id: sourceId, stance: 'block' });
  if (before !== 'block') await sendFeedback(deps, sender, articleId, 'hide');
  return before as SourceStance;
}

export async function unhideSourceOf(
  deps: FeedbackDeps,
  sender: ReaderSender,
  articleId: string,
  before: SourceStance,
): Promise<void> {
  const sourceId = await sourceOf(deps, articleId);
  await chooseStance(deps, sender.userId, { subject: 'source', id: sourceId, stance: before });
  await sendFeedback(deps, sender, articleId, 'undo-hide');
}

/** INT-1: more or less of what an article is about. */
export async function rateArticle(
  deps: Pick<FeedbackDeps, 'signals'>,
  sender: ReaderSender,
  articleId: string,
  say: 'like' | 'dislike' | 'undo-like' | 'undo-dislike',
): Promise<void> {
  if (!(await sendFeedback(deps, sender, articleId, say))) throw new Problem('article-not-found');
}

/**
 * `once` makes a repeat recognisable; without it each call counts. False when the article is gone, as that of a story may be
 * whose source was removed.
 */
async function sendFeedback(
  { signals }: Pick<FeedbackDeps, 'signals'>,
  sender: RequestSender,
  articleId: string,
  say: Feedback,
  once?: string,
): Promise<boolean> {
  const item = { kind: 'feedback', article: articleId, say, ...(once !== undefined && { id: once }) };
  return (await signals([item], sender)).accepted > 0;
}

async function sourceOf({ database }: FeedbackDeps, articleId: string): Promise<string> {
  const article = await findArticle(database, articleId);
  if (!article) throw new Problem('article-not-found');
  return article.sourceId;
}

export type SourceStance = 'follow' | 'prefer' | 'block' | null;

/** The signed-in reader who sends a request. */
export type ReaderSender = RequestSender & { readonly userId: string };

type FeedbackDeps = ReaderDeps & Pick<AppContext, 'signals'>;
