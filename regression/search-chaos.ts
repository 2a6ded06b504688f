import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openInstallation } from '../src/context.ts';
import { systemClock } from '../src/lib/clock.ts';
import { int4, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { testConfig } from '../test/harness/config.ts';
import { freePort } from '../test/harness/free-port.ts';
import { startTestServer } from '../test/harness/server.ts';
import { repeatUntil } from './lib/faulted-processes.ts';
import { numberFlag } from './lib/flags.ts';
import { type MachineLoadWatch, measureSlowdown, watchMachineLoad } from './lib/machine-load.ts';
import { temporaryData } from './lib/program.ts';
import { RoleProcess, waitUntilReady } from './lib/role-process.ts';
import { compareIndex, indexedArticles } from './lib/search-commands.ts';
import { SearchIngest } from './lib/search-ingest.ts';
import { SearchWatch } from './lib/search-watch.ts';

/**
 * SRCH-4, fault 1: stores articles, `--rate 200` a second for `--seconds 60`, while the process that indexes
 * and searches is killed repeatedly and its index folder deleted once. Articles are found within 5 s of being
 * stored or of the process's return. Then the process is down for a simulated day of new articles. After it
 * has caught up, a comparison with the articles finds none missing and none extra.
 */
const seconds = numberFlag('seconds', 60);
const LIMIT_MS = 5_000;
/** A search is repeated for this multiple of the limit. */
const MAX_LIMITS_WAITED = 3;
const START_MS = 30_000;
const rate = numberFlag('rate', 200);
const A_DAY_MS = 86_400_000;
const server = await startTestServer();
const data = await temporaryData();
const config = testConfig({ 'database-url': server.url, data: data.path });
const installation = await openInstallation(config, { telemetry: createMemoryTelemetry({ level: 'error' }) });
const { database } = installation;
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const flags = ['--database-url', server.url, '--data', data.path, '--port', String(port)];
const role = new RoleProcess('web,index', [...flags, '--rate-limit', '1000000', '--log-level', 'error']);
const stop = new AbortController();
const slowdown = measureSlowdown();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await role.stop();
  await installation.close();
  await server.stop();
  await data.remove();
}

async function run(): Promise<boolean> {
  const ingest = await SearchIngest.open(installation);
  const machine = await watchMachineLoad();
  role.start();
  await waitUntilReady(url, START_MS * slowdown);
  report('the process is ready');
  const watch = new SearchWatch(url, LIMIT_MS * slowdown * MAX_LIMITS_WAITED);
  const began = performance.now();
  const work = [
    ingest.run(rate, stop.signal, marker => watch.expect(marker)),
    repeatUntil(() => killAndWait(watch), 4_000, stop.signal),
    systemClock.sleep((seconds / 2) * 1_000).then(() => deleteIndex()),
  ];
  await systemClock.sleep(seconds * 1_000);
  stop.abort();
  await Promise.all(work);
  const storedPerSecond = ingest.stored / ((performance.now() - began) / 1_000);
  report(`${ingest.stored} articles are stored, ${watch.found} of ${watch.expected} watched were found`);
  await watch.settled();
  report('watching has ended');
  await role.stop();
  const backlog = await ingest.backlog(Math.max(100, (seconds * rate) / 4), A_DAY_MS);
  report(`${backlog} articles were stored while it was down`);
  role.start();
  await waitUntilReady(url, START_MS * slowdown);
  report('it is back');
  const caughtUpInMs = await waitUntilCaughtUp();
  return checkResults({
    machine,
    watch,
    storedASecond: storedPerSecond,
    backlog,
    stored: ingest.stored,
    caughtUpInMs,
  });
}

function report(what: string): void {
  console.log(`${Math.round(performance.now() / 1_000)} s: ${what}`);
}

/** The process keeps writing, so the folder may fill again while it is emptied. */
async function deleteIndex(): Promise<void> {
  await rm(join(data.path, 'search'), { recursive: true, force: true, maxRetries: 20 });
}

/** Keeps the process up long enough in between to find stored articles. */
async function killAndWait(watch: SearchWatch): Promise<void> {
  await systemClock.sleep(6_000, stop.signal).catch(() => undefined);
  if (stop.signal.aborted) return;
  watch.isDown();
  await role.kill();
  await waitUntilReady(url, START_MS * slowdown);
  watch.isBack();
}

async function waitUntilCaughtUp(): Promise<number> {
  const began = performance.now();
  const { articles } = await database.one(
    row({ articles: int4 }),
    sql`select count(*)::int as articles from articles`,
  );
  while (performance.now() - began < 120_000 && (await indexedArticles(installation)) < articles)
    await systemClock.sleep(200);
  return performance.now() - began;
}

async function checkResults(came: Arrival): Promise<boolean> {
  const { machine, watch, storedASecond, backlog, stored, caughtUpInMs } = came;
  const compared = await compareIndex(installation);
  await role.stop();
  // Other differences may have arrived since; this test itself is done.
  const limitMs = LIMIT_MS * Math.max(slowdown, await machine.stop());
  const late = watch.late(limitMs);
  console.log(
    `${stored} articles stored, ${Math.round(storedASecond)} a second, and ${backlog} more in a day of downtime; ${role.kills} kills, ${role.crashes} crashes, the index deleted once`,
  );
  console.log(
    `${watch.found} of ${watch.expected} watched were found, ${watch.summary()}, ${late} late; the limit here is ${Math.round(limitMs)} ms (${(limitMs / LIMIT_MS).toFixed(1)} times that of an idle machine)`,
  );
  console.log(
    `caught up ${Math.round(caughtUpInMs)} ms after the day of downtime; compared: ${JSON.stringify(compared)}`,
  );
  const tried = role.kills > 0 && watch.expected > 10 && backlog > 0;
  const isWhole = compared.missing === 0 && compared.surplus === 0 && compared.articles === stored + backlog;
  return tried && role.crashes === 0 && isWhole && watch.found === watch.expected && late === 0;
}

interface Arrival {
  readonly machine: MachineLoadWatch;
  readonly watch: SearchWatch;
  readonly storedASecond: number;
  readonly backlog: number;
  readonly stored: number;
  readonly caughtUpInMs: number;
}
