import postgres from 'postgres';
import { systemClock } from '../../src/lib/clock.ts';
import { codeOf, type Facts, survives, type TestServer, until, type Verdict } from './behaviour.ts';

export function factsOfPostgres(server: TestServer): Facts {
  return {
    livesUnhandled: () => survives(() => killCheckedOut(server)),
    livesHandled: () => survives(() => killCheckedOut(server)),
    livesConnecting: () =>
      survives(async () => {
        const sql = open(server.url, { statement_timeout: 1 });
        await sql`select 1`.catch(() => undefined);
        await sql.end({ timeout: 1 });
      }),
    poolReplaces: () =>
      withSql(server, async sql => {
        await sql`select 1`;
        await server.kill(NAME);
        await server.settle();
        return (await sql`select 1`).count === 1;
      }),
    pendingRejects: () =>
      withSql(server, async sql => {
        const code = codeOf(sql`select pg_sleep(5)`.execute());
        await until(() => server.running(NAME));
        await server.kill(NAME);
        return [(await code) !== 'no code', await code];
      }),
    timeoutCode: () =>
      withSql(server, async sql => {
        const code = await codeOf(sql.unsafe('set statement_timeout = 50; select pg_sleep(5)'));
        return [code === '57014', code];
      }),
    abortSignal: () =>
      withSql(server, async sql => {
        const signalled = { prepare: false, signal: AbortSignal.timeout(20) };
        return (await codeOf(sql.unsafe('select pg_sleep(0.2)', [], signalled))) !== 'no code';
      }),
    cancels: () =>
      withSql(server, async sql => {
        const query = sql`select pg_sleep(5)`.execute();
        const code = codeOf(query);
        await until(() => server.running(NAME));
        query.cancel();
        return [await until(async () => !(await server.running(NAME))), `cancel(), ${await code}`];
      }),
    cancelledBySql: () =>
      withSql(server, async sql => {
        const code = codeOf(sql`select pg_sleep(5)`.execute());
        await until(() => server.running(NAME));
        await server.cancel(NAME);
        return [(await code) === '57014' && (await sql`select 1`).count === 1, await code];
      }),
    listenAfterKill: () => hears(server, server.url, () => server.kill(NAME)),
    listenAfterAbsence: () =>
      server.throughProxy((url, proxy) =>
        hears(server, url, async () => {
          await proxy.cut();
          await systemClock.sleep(1_000);
          await proxy.mend();
        }),
      ),
    bigArray: () =>
      withSql(server, async sql => {
        const ids = new Array<string>(100_000).fill('01890000-0000-7000-8000-000000000000');
        const [row] = await sql`select cardinality(${ids}::uuid[]) as n`;
        return row?.['n'] === ids.length;
      }),
    dateArray: () =>
      withSql(server, async sql => {
        const [row] = await sql`select (${[new Date(0), new Date(1)]}::timestamptz[])[2] as at`;
        return row?.['at'].getTime() === 1;
      }),
    jsonText: () =>
      withSql(server, async sql => {
        const [row] = await sql`select jsonb_typeof(${'{"a":1}'}::jsonb) as type`;
        return [row?.['type'] === 'object', row?.['type']];
      }),
    nullInArray: () =>
      withSql(server, async sql => {
        const [row] = await sql`select array['a', null] as a`;
        return row?.['a'][1] === null;
      }),
    schemaChange: () =>
      withSql(server, async sql => {
        await sql.unsafe('drop table if exists changing; create table changing (a int)');
        const ask = () => sql`select * from changing where a = ${1}`.execute();
        await ask();
        await sql`alter table changing add column b int`;
        const code = await codeOf(ask());
        return code === 'no code' ? true : [false, code];
      }),
  };
}

/** The driver has no error event: it reports a lost connection only to a pending statement. */
async function killCheckedOut(server: TestServer): Promise<void> {
  await withSql(server, async sql => {
    const reserved = await sql.reserve();
    await server.kill(NAME);
    await server.settle();
    reserved.release();
  });
}

async function hears(server: TestServer, url: string, disturb: () => Promise<void>): Promise<Verdict> {
  const sql = open(url);
  let heard = false;
  await sql.listen('news', () => {
    heard = true;
  });
  await disturb();
  const came = await until(async () => {
    await server.notify('after');
    return heard;
  }, 3_000);
  await sql.end({ timeout: 1 });
  return came;
}

async function withSql<T>(server: TestServer, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = open(server.url);
  try {
    // Its first connection queries the array types; the test must not cancel that query.
    await sql`select 1`;
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
    await server.kill(NAME);
  }
}

function open(url: string, settings: { statement_timeout?: number } = {}): postgres.Sql {
  const connection = { application_name: NAME, ...settings };
  return postgres(url, { max: 1, connection, onnotice: () => undefined });
}

const NAME = 'facts-of-postgres';
