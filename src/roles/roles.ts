import type { Config } from '../config.ts';
import type { StartRole } from './role.ts';

export type RoleName = Config['roles'][number];

/**
 * Every role, in the order in which they start; they drain and stop in the reverse order. The crawler starts last:
 * while it fills an empty installation the database is busy, and a role that starts then may not get a connection.
 * Modules are loaded only for the roles that run.
 */
export const ROLES: Readonly<Record<RoleName, StartRole>> = {
  tasks: async installation => (await import('./tasks.ts')).startTasksRole(installation),
  // Before `web`, which searches the index of its process, and before the roles whose output it follows.
  index: async installation => (await import('./index.ts')).startIndexRole(installation),
  stories: async installation => (await import('./stories.ts')).startStoriesRole(installation),
  signals: async installation => (await import('./signals.ts')).startSignalsRole(installation),
  web: async installation => (await import('./web.ts')).startWebRole(installation),
  crawl: async installation => (await import('./crawl.ts')).startCrawlRole(installation),
};

export const START_ORDER = Object.keys(ROLES) as RoleName[];
