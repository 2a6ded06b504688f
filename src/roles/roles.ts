import type { Installation } from '../context.ts';
import { startCrawlRole } from './crawl.ts';
import { startIndexRole } from './index.ts';
import { startSignalsRole } from './signals.ts';
import { startStoriesRole } from './stories.ts';
import { startTasksRole } from './tasks.ts';
import { startWebRole } from './web.ts';

/** Parts of the program that can run alone in a process, each with its start. A new role is one line here. */
export const ROLE_STARTERS: Readonly<Record<Installation['config']['roles'][number], RoleStarter>> = {
  web: startWebRole,
  crawl: startCrawlRole,
  stories: startStoriesRole,
  signals: startSignalsRole,
  index: startIndexRole,
  tasks: startTasksRole,
};

/**
 * What brings work in starts last: while the crawler fills an empty installation the database is
 * busy, and a role that starts then may find no connection.
 */
export const START_ORDER = [
  'tasks',
  // Before those who search, and before those whose work it follows: it is drained after them.
  'index',
  'stories',
  'signals',
  'web',
  'crawl',
] as const satisfies readonly (keyof typeof ROLE_STARTERS)[];

export type RoleStarter = (installation: Installation) => Promise<RunningRole>;

export interface RunningRole {
  /** Where it can be reached, when it listens. */
  readonly url?: string;
  /** Resolves when everything that was waiting to be done has been done. */
  drain(): Promise<void>;
  /** Takes nothing new, finishes what it has, and ends. */
  stop(): Promise<void>;
}
