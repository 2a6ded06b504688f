import { once } from 'node:events';
import pg from 'pg';
import { codeOf, type Facts, survives, type TestServer, until, type Verdict } from './behaviour.ts';

export function factsOfPg(server: TestServer): Facts {
  return {
    livesUnhandled: () => survives(() => killCheckedOut(server, false)),
    livesHandled: () => survives(() => killCheckedOut(server, true)),
    livesConnecting: () =>
      survives(async () => {
        const pool = new pg.Pool({ connectionString: server.url, statement_timeout: 1, max: 1 });
        await pool.query('select 1').catch(() => undefined);
        await pool.end();
      }),
    poolReplaces: () =>
      withPool(server, async pool => {
        await pool.query('select 1');
        await server.kill(NAME);
        await server.settle();
        return (await pool.query('select 1')).rowCount === 1;
      }),
    pendingRejects: () =>
      withPool(server, async pool => {
        const code = codeOf(pool.query('select pg_sleep(5)'));
        await until(() => server.running(NAME));
        await server.kill(NAME);
        return known(await code);
      }),
    timeoutCode: () =>
      withPool(server, async pool => {
        const code = await codeOf(pool.query('set statement_timeout = 50; select pg_sleep(5)'));
        return [code === '57014', code];
      }),
    abortSignal: () =>
      withPool(server, async pool => {
        const signalled = { text: 'select pg_sleep(0.2)', signal: AbortSignal.timeout(20) };
        return (await codeOf(pool.query(signalled))) !== 'no code';
      }),
    cancels: () => withPool(server, pool => timesOut(server, pool)),
    cancelledBySql: () =>
      withPool(server, async pool => {
        const code = codeOf(pool.query('select pg_sleep(5)'));
        await until(() => server.running(NAME));
        await server.cancel(NAME);
        return [(await code) === '57014' && (await pool.query('select 1')).rowCount === 1, await code];
      }),
    listenAfterKill: () => hears(server, server.url, () => server.kill(NAME)),
    listenAfterAbsence: () =>
      server.throughProxy((url, proxy) =>
        hears(server, url, async () => {
          await proxy.cut();
          await proxy.mend();
        }),
      ),
    bigArray: () =>
      withPool(server, async pool => {
        const ids = new Array(100_000).fill('01890000-0000-7000-8000-000000000000');
        const { rows } = await pool.query('select cardinality($1::uuid[]) as n', [ids]);
        return rows[0].n === ids.length;
      }),
    dateArray: () =>
      withPool(server, async pool => {
        const { rows } = await pool.query('select ($1::timestamptz[])[2] as at', [
          [new Date(0), new Date(1)],
        ]);
        return rows[0].at.getTime() === 1;
      }),
    jsonText: () =>
      withPool(server, async pool => {
        const { rows } = await pool.query('select jsonb_typeof($1::jsonb) as type', ['{"a":1}']);
        return [rows[0].type === 'object', rows[0].type];
      }),
    nullInArray: () =>
      withPool(
        server,
        async pool => (await pool.query("select array['a', null] as a")).rows[0].a[1] === null,
      ),
    schemaChange: () =>
      withPool(server, async pool => {
        await pool.query('drop table if exists changing; create table changing (a int)');
        const prepared = { name: 'changing', text: 'select * from changing where a = $1', values: [1] };
        await pool.query(prepared);
        await pool.query('alter table changing add column b int');
        const code = await codeOf(pool.query(prepared));
        return code === 'no code' ? true : [false, code];
      }),
  };
}

async function killCheckedOut(server: TestServer, handled: boolean): Promise<void> {
  await withPool(server, async pool => {
    const client = await pool.connect();
    if (handled) client.on('error', () => undefined);
    const ended = once(pool, 'remove');
    await server.kill(NAME);
    await server.settle();
    client.release(true);
    await ended;
  });
}

/** The closest option is `query_timeout`: it releases the caller, while the server keeps working. */
async function timesOut(server: TestServer, pool: pg.Pool): Promise<Verdict> {
  const timed = { text: 'select pg_sleep(1)', query_timeout: 50 };
  await pool.query(timed).catch(() => undefined);
  return [!(await server.running(NAME)), 'query_timeout releases the caller, the server keeps working'];
}

async function hears(server: TestServer, url: string, disturb: () => Promise<void>): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: NAME });
  let heard = false;
  client.on('error', () => undefined);
  client.on('notification', () => {
    heard = true;
  });
  await client.connect();
  await client.query('listen news');
  await disturb();
  const came = await until(async () => {
    await server.notify('after');
    return heard;
  }, 500);
  await client.end().catch(() => undefined);
  return came;
}

async function withPool<T>(server: TestServer, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: server.url, application_name: NAME, max: 1 });
  pool.on('error', () => undefined);
  try {
    return await use(pool);
  } finally {
    await pool.end();
    await server.kill(NAME);
  }
}

function known(code: string): Verdict {
  return [code !== 'no code', code];
}

const NAME = 'facts-of-pg';
