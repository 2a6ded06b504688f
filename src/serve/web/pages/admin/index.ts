import type { PageRoute } from '../../page-route.ts';
import { auditPage } from './audit.ts';
import { deadLetterPage } from './dead-letters.ts';
import { removeDemoAction } from './demo.ts';
import { EXPERIMENT_ACTIONS } from './experiments/actions.ts';
import { experimentsPage } from './experiments/list.ts';
import { experimentPage } from './experiments/results.ts';
import { logPage } from './log.ts';
import { LOG_ACTIONS } from './log-actions.ts';
import { overviewPage } from './overview/page.ts';
import { queuePage } from './queue.ts';
import { QUEUE_ACTIONS } from './queue-actions.ts';
import { queuesPage } from './queues.ts';
import { SIGNAL_ACTIONS } from './signals/actions.ts';
import { signalsPage } from './signals/list.ts';
import { newRulePage, rulePage } from './signals/rule.ts';
import { ADD_ACTIONS } from './sources/add.ts';
import { bulkAction } from './sources/bulk.ts';
import { IMPORT_PAGES } from './sources/import.ts';
import { sourcesPage } from './sources/list.ts';
import { packAction, packsPage } from './sources/packs.ts';
import { PROBLEM_ACTIONS, problemsPage } from './sources/problems.ts';
import { sourcePage } from './sources/source.ts';
import { SOURCE_ACTIONS } from './sources/source-actions.ts';
import { storiesPage } from './stories/list.ts';
import { storyPage } from './stories/story.ts';
import { STORY_ACTIONS } from './stories/story-actions.ts';
import { SYNONYM_PAGES } from './synonyms.ts';
import { taskPage } from './task.ts';
import { TASK_ACTIONS } from './task-actions.ts';
import { tasksPage } from './tasks.ts';
import { topicsPage } from './topics/list.ts';
import { RULE_ACTIONS } from './topics/rules.ts';
import { topicPage } from './topics/topic.ts';
import { TOPIC_ACTIONS } from './topics/topic-actions.ts';

/** The operator's pages. */
export const ADMIN_PAGES: readonly PageRoute[] = [
  overviewPage,
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
  storiesPage,
  storyPage,
  ...STORY_ACTIONS,
  topicsPage,
  topicPage,
  ...TOPIC_ACTIONS,
  ...RULE_ACTIONS,
  ...SYNONYM_PAGES,
  signalsPage,
  newRulePage,
  rulePage,
  ...SIGNAL_ACTIONS,
  experimentsPage,
  experimentPage,
  ...EXPERIMENT_ACTIONS,
  queuesPage,
  queuePage,
  ...QUEUE_ACTIONS,
  tasksPage,
  taskPage,
  ...TASK_ACTIONS,
  logPage,
  deadLetterPage,
  ...LOG_ACTIONS,
  auditPage,
  removeDemoAction,
];
