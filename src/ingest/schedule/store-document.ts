import type { NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { siblingsAmong } from '../dedup/shared-pages.ts';
import { type StoreDeps, storeArticles } from '../dedup/store.ts';
import { enqueuePages } from './waiting-pages.ts';

/** Stores the articles of a document outside of a visit, or enqueues their pages. */
export async function storeDocument(
  tx: Transaction,
  context: StoreDeps,
  { items }: DocumentItems,
): Promise<StoredDocument> {
  const articlesOf = (wantsPage: boolean) =>
    items.filter(item => item.wantsPage === wantsPage).map(({ article }) => article);
  const siblings = await siblingsAmong(tx, articlesOf(true));
  const waiting = articlesOf(true).filter(article => !siblings.has(article));
  const [awaited = 0] = await enqueuePages(tx, context.newId, [waiting]);
  const outcomes = await storeArticles(tx, context, [...articlesOf(false), ...siblings]);
  const count = (wanted: string) => outcomes.filter(({ kind }) => kind === wanted).length;
  return { isNew: count('new'), revised: count('revised'), awaited };
}

interface DocumentItems {
  readonly items: readonly { readonly article: NewArticle; readonly wantsPage: boolean }[];
}

export interface StoredDocument {
  readonly isNew: number;
  readonly revised: number;
  /** Articles that wait for their pages. */
  readonly awaited: number;
}
