import type { PageRoute } from '../../page-route.ts';
import { countriesPage, countryPage } from './country.ts';
import { forYouPage } from './for-you.ts';
import { latestPage } from './latest.ts';
import { markAllAction, undoMarkAllAction } from './mark-read.ts';
import { historyPage, savedPage } from './reading-lists.ts';
import {
  choicesAction,
  importListAction,
  makeAddressAction,
  muteAction,
  revokeAddressAction,
  stanceOnPageAction,
  unhideAction,
  unmuteAction,
} from './settings/actions.ts';
import { feedSettingsPage } from './settings/page.ts';
import { stanceAction } from './stance-buttons.ts';

/** FEED-1, FEED-14: feeds, reading lists and feed settings. */
export const FEED_PAGES: readonly PageRoute[] = [
  forYouPage,
  latestPage,
  savedPage,
  historyPage,
  countriesPage,
  countryPage,
  markAllAction,
  undoMarkAllAction,
  stanceAction,
  feedSettingsPage,
  choicesAction,
  stanceOnPageAction,
  muteAction,
  unmuteAction,
  unhideAction,
  makeAddressAction,
  revokeAddressAction,
  importListAction,
];
