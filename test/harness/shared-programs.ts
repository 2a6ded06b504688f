import { ManualClock } from '../../src/lib/clock.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { type TestProgram, type TestProgramOptions, testProgram } from './program.ts';

/**
 * One program for each set of roles, which serves all test files of its process: the runner gives the files of a program one
 * process. For tests that create the users, sources and articles that they need. Tests that need an empty installation,
 * other settings or an end of the program start their own with `testProgram`.
 */
export const fullProgram = shared({});
export const webProgram = shared({ settings: { roles: 'web' } });
export const signalsProgram = shared({ settings: { roles: 'web,signals' } });
export const searchProgram = shared({ settings: { roles: 'web,index' } });
export const proxiedProgram = shared({ settings: { 'trusted-proxies': '127.0.0.1' } });
/** Near the real time, because publishers date their articles by it; publishers are on loopback. */
export const newsroomProgram = shared({
  settings: { roles: 'web,stories', 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms' },
  startsAt: new Date(),
});

function shared(options: TestProgramOptions): () => Promise<TestProgram> {
  let program: Promise<TestProgram> | undefined;
  return () => {
    program ??= testProgram({
      ...options,
      clock: (database, startsAt) => new DailyClock(database, startsAt),
    });
    return program;
  };
}

/** Maintains the partitions as the daily task does, because the files before may have moved the clock by days. */
class DailyClock extends ManualClock {
  readonly #database: Database;

  constructor(database: Database, startsAt: number) {
    super(startsAt);
    this.#database = database;
  }

  override async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    if (dayOf(end) !== dayOf(this.now())) await maintainPartitions(this.#database, new Date(end));
    await super.advance(ms);
  }
}

function dayOf(time: number): number {
  return Math.floor(time / 86_400_000);
}
