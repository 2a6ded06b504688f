import type { PageRoute } from '../../page-route.ts';
import { countriesPage, countryPage } from './country.ts';
import { forYouPage } from './for-you.ts';
import { latestPage } from './latest.ts';
import { markAllAction, undoMarkAllAction } from './mark-read.ts';
import { historyPage, savedPage } from './reading-lists.ts';
import { makeAddressAction, revokeAddressAction } from './settings/addresses.ts';
import { choicesAction } from './settings/choices.ts';
import { bringListAction } from './settings/import-opml.ts';
import { muteAction, unmuteAction } from './settings/muted-words.ts';
import { feedSettingsPage } from './settings/page.ts';
import { stanceOnPageAction } from './settings/stances.ts';
import { stanceAction } from './stance-buttons.ts';

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
