import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PostgresForBenchmarks, StartedPostgres } from './postgres.ts';

/**
 * Quick benchmarks of one run share a server: to start and to stop one waits for the disk, ten seconds where it is busy,
 * which is longer than some of them measure. Whoever runs them starts it when the first one asks.
 */
export class SharedPostgres {
  #starting: Promise<StartedPostgres> | undefined;

  /** A child that cannot be answered would wait for ever, so it is ended. */
  async answer(child: ChildProcess): Promise<void> {
    try {
      this.#starting ??= import('./postgres.ts').then(({ startPostgres }) => startPostgres());
      const { version, port, url } = await this.#starting;
      const lent: LentPostgres = { version, port, url: url() };
      child.send(lent);
    } catch (error) {
      console.error(error);
      child.kill();
    }
  }

  async stop(): Promise<void> {
    await (await this.#starting?.catch(() => undefined))?.stop();
  }
}

export const WISH = 'a PostgreSQL, please';

/**
 * In the child. Its databases bear its process id, since several benchmarks have the same names for theirs, and are left
 * to go away with the server: to drop one waits for the disk.
 */
export async function borrowPostgres(): Promise<PostgresForBenchmarks> {
  const answered = once(process, 'message');
  process.send?.(WISH);
  const [{ version, port, url }] = (await answered) as [LentPostgres];
  const { createDatabaseAt } = await import('./postgres.ts');
  const urlOf = (database?: string) => (database === undefined ? url : withDatabase(url, database));
  return {
    version,
    port,
    url: urlOf,
    createDatabase: async name => {
      const own = `${name}_${process.pid}`;
      await createDatabaseAt(url, own);
      return urlOf(own);
    },
  };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

interface LentPostgres {
  readonly version: string;
  readonly port: number;
  readonly url: string;
}
