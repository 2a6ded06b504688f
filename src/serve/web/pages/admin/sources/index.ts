import type { PageRoute } from '../../../page-route.ts';
import { ADD_ACTIONS } from './add.ts';
import { bulkAction } from './bulk.ts';
import { IMPORT_PAGES } from './import.ts';
import { sourcesPage } from './list.ts';
import { packAction, packsPage } from './packs.ts';
import { PROBLEM_ACTIONS, problemsPage } from './problems.ts';
import { sourcePage } from './source.ts';
import { SOURCE_ACTIONS } from './source-actions.ts';

export const SOURCE_PAGES: readonly PageRoute[] = [
  sourcesPage,
  ...ADD_ACTIONS,
  bulkAction,
  problemsPage,
  ...PROBLEM_ACTIONS,
  ...IMPORT_PAGES,
  packsPage,
  packAction,
  sourcePage,
  ...SOURCE_ACTIONS,
];
