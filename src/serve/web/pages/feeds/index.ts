import type { PageRoute } from '../../page-route.ts';
import { countriesPage, countryPage } from './country.ts';
import { forYouPage } from './for-you.ts';
import { historyPage, savedPage } from './kept.ts';
import { latestPage } from './latest.ts';
import { markAllAction, undoMarkAllAction } from './mark-read.ts';
import { makeAddressAction, revokeAddressAction } from './settings/addresses.ts';
import { bringListAction } from './settings/bring-list.ts';
import { choicesAction } from './settings/choices.ts';
import { muteAction, unmuteAction } from './settings/muted-words.ts';
import { feedSettingsPage } from './settings/page.ts';
import { stanceOnPageAction } from './settings/stances.ts';
import { stanceAction } from './stance.ts';

/** FEED-1, FEED-14: feeds, what readers keep of them, and how they want them. */
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
  makeAddressAction,
  revokeAddressAction,
  bringListAction,
];
