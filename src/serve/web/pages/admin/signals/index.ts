import type { PageRoute } from '../../../page-route.ts';
import { SIGNAL_ACTIONS } from './actions.ts';
import { signalsPage } from './list.ts';
import { newRulePage, rulePage } from './rule.ts';

export const SIGNAL_PAGES: readonly PageRoute[] = [signalsPage, newRulePage, rulePage, ...SIGNAL_ACTIONS];
