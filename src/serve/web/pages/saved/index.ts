import type { PageRoute } from '../../page-route.ts';
import { savedListPage, saveSearchAction } from './list.ts';
import { SAVED_ACTIONS, savedSearchPage } from './search.ts';
import { stopMailsAction, stopMailsPage } from './stop.ts';

/** SRCH-9: saved searches. */
export const SAVED_PAGES: readonly PageRoute[] = [
  savedListPage,
  saveSearchAction,
  // Before the routes with an id in their path.
  stopMailsPage,
  stopMailsAction,
  savedSearchPage,
  ...SAVED_ACTIONS,
];
