import type { PageRoute } from '../../page-route.ts';
import { auditPage } from './audit.ts';
import { deadLetterPage } from './dead-letters.ts';
import { removeDemoAction } from './demo.ts';
import { EXPERIMENT_PAGES } from './experiments/index.ts';
import { logPage } from './log.ts';
import { LOG_ACTIONS } from './log-actions.ts';
import { overviewPage } from './overview/page.ts';
import { queuePage } from './queue.ts';
import { QUEUE_ACTIONS } from './queue-actions.ts';
import { queuesPage } from './queues.ts';
import { SIGNAL_PAGES } from './signals/index.ts';
import { SOURCE_PAGES } from './sources/index.ts';
import { STORY_PAGES } from './stories/index.ts';
import { SYNONYM_PAGES } from './synonyms.ts';
import { taskPage } from './task.ts';
import { TASK_ACTIONS } from './task-actions.ts';
import { tasksPage } from './tasks.ts';
import { TOPIC_PAGES } from './topics/index.ts';

/** The operator's pages. */
export const ADMIN_PAGES: readonly PageRoute[] = [
  overviewPage,
  ...SOURCE_PAGES,
  ...STORY_PAGES,
  ...TOPIC_PAGES,
  ...SYNONYM_PAGES,
  ...SIGNAL_PAGES,
  ...EXPERIMENT_PAGES,
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
