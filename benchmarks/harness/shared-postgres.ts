import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PostgresForBenchmarks, StartedPostgres } from './postgres.ts';

/**
 * Quick benchmarks of one run share a server: starting and stopping it waits for the disk, ten seconds on a busy one,
 * which is longer than some benchmarks measure. The parent process starts it on the first request.
 */
export class SharedPostgres {
  #starting: Promise<StartedPostgres> | undefined;

  /** A child without an answer would wait for ever, so the parent ends it. */
  async answer(child: ChildProcess): Promise<void> {
    try {
      this.#starting ??= import('./postgres.ts').then(({ startPostgres }) => startPostgres());
      const { version, port, url } = await this.#starting;
      const address: PostgresAddress = { version, port, url: url() };
      child.send(address);
    } catch (error) {
      console.error(error);
      child.kill();
    }
  }

  async stop(): Promise<void> {
    await (await this.#starting?.catch(() => undefined))?.stop();
  }
}

export const START_POSTGRES = 'start-postgres';

/**
 * Runs in the child. Names of its databases contain its process id, since several benchmarks use the same names. They
 * disappear with the server, because dropping one waits for the disk.
 */
export async function requestPostgres(): Promise<PostgresForBenchmarks> {
  const answered = once(process, 'message');
  process.send?.(START_POSTGRES);
  const [{ version, port, url }] = (await answered) as [PostgresAddress];
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

interface PostgresAddress {
  readonly version: string;
  readonly port: number;
  readonly url: string;
}
