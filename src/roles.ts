import type { Installation } from './context.ts';
import { startCrawl } from './crawl.ts';
import { startTasks } from './housekeeping.ts';
import { startWeb } from './web.ts';

/** Parts of the program that can run alone in a process, each with its start. A new role is one line here. */
export const ROLE_STARTERS: Readonly<Record<Installation['config']['roles'][number], RoleStarter>> = {
  web: startWeb,
  crawl: startCrawl,
  tasks: startTasks,
};

export type RoleStarter = (installation: Installation) => Promise<RunningRole>;

export interface RunningRole {
  /** Where it can be reached, when it listens. */
  readonly url?: string;
  /** Resolves when everything that was waiting to be done has been done. */
  drain(): Promise<void>;
  /** Takes nothing new, finishes what it has, and ends. */
  stop(): Promise<void>;
}
