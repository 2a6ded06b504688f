import pg from 'pg';
import { systemClock } from '../../src/lib/clock.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { factsOfPg } from './facts-of-pg.ts';
import { factsOfPostgres } from './facts-of-postgres.ts';
import { createProxy } from './proxy.ts';

/** The observed behaviour of each driver, in the order of the table. */
export const FACTS = {
  livesUnhandled: 'A checked-out idle connection is killed, no handler of ours: the process lives',
  livesHandled: 'The same with an error handler: the process lives',
  livesConnecting: 'A statement timeout strikes while a connection is being opened: the process lives',
  poolReplaces: 'After all connections were killed the next statement gets a new one',
  pendingRejects: 'A statement whose connection is killed rejects with a code',
  timeoutCode: 'A statement over statement_timeout rejects with code 57014',
  abortSignal: 'A statement accepts an AbortSignal',
  cancels: 'The driver itself can cancel a running statement on the server',
  cancelledBySql: 'pg_cancel_backend from another connection ends it, the connection stays usable',
  listenAfterKill: 'LISTEN resumes automatically after its connection was killed',
  listenAfterAbsence: 'LISTEN resumes automatically after the server was down for a second',
  bigArray: 'An array of 100,000 uuids is one parameter',
  dateArray: 'An array of Dates needs no conversion',
  jsonText: 'JSON text for $1::jsonb arrives as the document, not as a string',
  nullInArray: "A null in an array comes back as null (driver's own parsing)",
  schemaChange: 'A prepared `select *` survives a new column',
} as const;

export async function observe(ctx: BenchmarkContext, url: string, port: number): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const server = createTestServer(admin, url, port);
  const [ofPg, ofPostgres] = [factsOfPg(server), factsOfPostgres(server)];
  const rows: string[][] = [];
  for (const [name, fact] of Object.entries(FACTS) as [FactName, string][]) {
    rows.push([fact, await verdict(ofPg[name]), await verdict(ofPostgres[name])]);
  }
  await admin.end();
  ctx.table('Behaviour observed in this run', ['fact', 'pg', 'postgres'], rows);
}

/** An error is an observation too: the table shows it instead of the result. */
async function verdict(look: () => Promise<Verdict>): Promise<string> {
  try {
    const seen = await look();
    const [yes, detail] = typeof seen === 'boolean' ? [seen, ''] : seen;
    return `${yes ? 'yes' : 'no'}${detail ? ` (${detail})` : ''}`;
  } catch (error) {
    return `no (${error instanceof Error ? error.message : error})`;
  }
}

function createTestServer(admin: pg.Client, url: string, port: number): TestServer {
  return {
    url,
    kill: async application => {
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [application],
      );
      await until(async () => (await count(admin, application)) === 0);
    },
    settle: () => systemClock.sleep(50),
    running: async application => (await count(admin, application, 'active')) > 0,
    cancel: application =>
      admin.query('select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1', [
        application,
      ]),
    notify: payload => admin.query("select pg_notify('news', $1)", [payload]),
    throughProxy: async use => {
      const proxy = await createProxy(port);
      try {
        return await use(url.replace(`:${port}/`, `:${proxy.port}/`), proxy);
      } finally {
        await proxy.cut();
      }
    },
  };
}

async function count(admin: pg.Client, application: string, state?: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where application_name = $1 and ($2::text is null or state = $2)',
    [application, state ?? null],
  );
  return rows[0]?.n ?? 0;
}

/** True as soon as `condition` holds; false when it does not hold in time. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 2_000): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await systemClock.sleep(10);
  }
  return false;
}

/** Whether the process would have survived: an error that reaches the capture would have ended it. */
export async function survives(act: () => Promise<void>): Promise<Verdict> {
  let end: string | undefined;
  process.setUncaughtExceptionCaptureCallback(error => {
    end ??= error.message;
  });
  try {
    await act();
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
  }
  return end === undefined ? true : [false, end];
}

/** The code with which a promise rejected. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    reason => reason,
  );
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : 'no code';
}

export type FactName = keyof typeof FACTS;
export type Verdict = boolean | readonly [boolean, string];
export type Facts = Readonly<Record<FactName, () => Promise<Verdict>>>;

/** The server operations that the facts need. The application_name identifies a connection. */
export interface TestServer {
  readonly url: string;
  kill(application: string): Promise<void>;
  /** Waits for a kill to reach the client, which is after the server has dropped the connection. */
  settle(): Promise<void>;
  running(application: string): Promise<boolean>;
  cancel(application: string): Promise<unknown>;
  notify(payload: string): Promise<unknown>;
  throughProxy<T>(
    use: (url: string, proxy: { cut(): Promise<void>; mend(): Promise<void> }) => Promise<T>,
  ): Promise<T>;
}
