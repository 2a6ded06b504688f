import type { PageRoute } from '../../../page-route.ts';
import { topicsPage } from './list.ts';
import { RULE_ACTIONS } from './rules.ts';
import { topicPage } from './topic.ts';
import { TOPIC_ACTIONS } from './topic-actions.ts';

export const TOPIC_PAGES: readonly PageRoute[] = [topicsPage, topicPage, ...TOPIC_ACTIONS, ...RULE_ACTIONS];
