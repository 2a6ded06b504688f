import type { PageRoute } from '../../../page-route.ts';
import { EXPERIMENT_ACTIONS } from './actions.ts';
import { experimentsPage } from './list.ts';
import { experimentPage } from './results.ts';

export const EXPERIMENT_PAGES: readonly PageRoute[] = [
  experimentsPage,
  experimentPage,
  ...EXPERIMENT_ACTIONS,
];
