import type { PageRoute } from '../../page-route.ts';
import { savedListPage, saveSearchAction } from './list.ts';
import { SAVED_ACTIONS, savedSearchPage } from './search.ts';
import { stopMailsAction, stopMailsPage } from './stop.ts';

/** SRCH-9: searches that a reader keeps. */
export const SAVED_PAGES: readonly PageRoute[] = [
  savedListPage,
  saveSearchAction,
  // Before those with an id in their address.
  stopMailsPage,
  stopMailsAction,
  savedSearchPage,
  ...SAVED_ACTIONS,
];
