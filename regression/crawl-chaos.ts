import { addSources } from '../src/ingest/sources/registry.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createIdSource } from '../src/lib/ids.ts';
import { systemRandom } from '../src/lib/random.ts';
import { migrate } from '../src/platform/database/migrations.ts';
import { maintainPartitions } from '../src/platform/database/partitions.ts';
import { createPool } from '../src/platform/database/pool.ts';
import type { Database } from '../src/platform/database/port.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { STREAMS } from '../src/streams.ts';
import { MIGRATIONS } from '../test/harness/database.ts';
import { startTestServer } from '../test/harness/server.ts';
import { checkAgreement, findImpoliteRequests, HISTORY, measurePunctuality } from './lib/crawl-ledger.ts';
import { HOST_DELAY_MS, LEASE_MS, startCrawlWorld } from './lib/crawl-world.ts';
import { FaultedProcesses, repeatUntil } from './lib/faulted-processes.ts';
import { numberFlag } from './lib/flags.ts';

/**
 * SCHED-1, SCHED-2, FETCH-2, DEDUP-4, faults 1 and 13: three crawlers on one database, one killed every other
 * second and one paused past its leases, for `--seconds 60`, while 24 hosts publish. No host may see two
 * requests at once or one too soon, and no source may be fetched early. In the end every published article is
 * stored once with one event, and nothing waits. A process is paused just after it sent a request, so when it
 * resumes with the response, others have fetched from that host. If the lease token did not fence off its
 * write, the recorded fetches would overlap.
 */
const seconds = numberFlag('seconds', 60);
/** Fault 1: a source that a dead crawler held is fetched again within this time. */
const MAX_DELAY_MS = 30_000;
const BETWEEN_PAUSES_MS = 500;
/** How much longer than `--seconds` the run lasts at most, until every fault has occurred. */
const MAX_WAIT_MS = 60_000;
/** Pauses in which others fetched from the host of the paused crawler. */
let overtaken = 0;
const server = await startTestServer();
const database = createPool({ url: server.url, telemetry: createMemoryTelemetry() });
const world = await startCrawlWorld();
const processes = new FaultedProcesses({
  module: 'crawl-process.ts',
  url: server.url,
  count: 3,
  countedMessage: 'late',
});
const stop = new AbortController();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await processes.stop();
  await world.stop();
  await database.close();
  await server.stop();
}

async function run(): Promise<boolean> {
  await prepare(database);
  await processes.start();
  const every = (work: () => Promise<void>, ms: number) => repeatUntil(work, ms, stop.signal);
  const faults = [every(publish, 40), every(makeDue, 300), every(kill, 2_000), every(pauseOne, 1)];
  await systemClock.sleep(seconds * 1_000);
  await waitUntilVerified();
  stop.abort();
  await Promise.all(faults);
  // One last fetch of every source after the last article was published.
  await makeDue(true);
  const recoveredInMs = await waitUntilDrained();
  return checkResults(recoveredInMs);
}

/**
 * The faults occur by chance: a crawler that was paused past its lease must also resume before it is killed.
 */
async function waitUntilVerified(): Promise<void> {
  const latest = systemClock.now() + MAX_WAIT_MS;
  while (!hasProof() && systemClock.now() < latest) await systemClock.sleep(100);
}

/** A run without a lost lease or without articles proves nothing. */
function hasProof(): boolean {
  return processes.kills > 0 && overtaken > 0 && processes.countedMessages > 0 && world.articles().length > 0;
}

async function prepare(to: Database): Promise<void> {
  await migrate(to, MIGRATIONS, { now: () => new Date(systemClock.now()) });
  await maintainPartitions(to, new Date(systemClock.now()));
  const log = createLog({ database: to, telemetry: createMemoryTelemetry() });
  for (const stream of STREAMS) await log.declare(stream);
  await log.close();
  const newId = createIdSource(systemClock, systemRandom);
  await to.transaction(async tx => {
    await tx.script(HISTORY);
    await addSources(
      tx,
      { newId },
      world.feeds.map(({ url, readsPages }) => ({ name: url, url, kind: 'feed', readsPages })),
    );
  });
}

/**
 * Moves the due times forward, as "Fetch now" does; some to slightly later. With `all`, sources being fetched
 * right now are fetched again too, since the running fetch may miss the last article.
 */
async function makeDue(all = false): Promise<void> {
  await database.transaction(async tx => {
    await tx.execute(sql`
      select from crawl_hosts order by host for update
    `);
    await tx.execute(sql`
      update source_schedule
      -- Never later than it was: who has claimed it asks for it at any moment.
      set next_crawl_at = case
            when next_crawl_at <= now() then now()
            else least(next_crawl_at, now() + random() * interval '1 second')
          end
      where ${all}::boolean or (next_crawl_at > now() + interval '2 seconds' and random() < 0.2)
    `);
    await tx.execute(sql`
      update crawl_hosts
      set due_at = least(
        due_at, (select min(next_crawl_at) from source_schedule where source_schedule.host = crawl_hosts.host)
      )
    `);
  });
}

async function publish(): Promise<void> {
  world.publish(Math.floor(Math.random() * world.feeds.length));
}

async function kill(): Promise<void> {
  await processes.killOne();
}

async function pauseOne(): Promise<void> {
  const asking = world.seen.slice(-50).find(({ to, path }) => to === null && path.startsWith('/feed/'));
  if (!asking) return systemClock.sleep(1);
  const from = systemClock.now();
  if (!signalled(asking.process, 'SIGSTOP')) return;
  await systemClock.sleep(LEASE_MS * 1.5);
  const to = systemClock.now();
  processes.pauses.push({ process: asking.process, from, to });
  signalled(asking.process, 'SIGCONT');
  const others = world.seen.filter(({ host, process: by }) => host === asking.host && by !== asking.process);
  if (others.some(request => request.from > from && request.from < to)) overtaken++;
  await systemClock.sleep(BETWEEN_PAUSES_MS);
}

/** False when the process has been killed meanwhile. */
function signalled(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** What a dead crawler held returns when its lease ends; more than a minute is too long. */
async function waitUntilDrained(): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 60_000) {
    const { left } = await database.one(
      row({ left: int8 }),
      sql`
        select (select count(*) from source_schedule where next_crawl_at < now() + interval '5 seconds')
          + (select count(*) from crawl_pages) as left
      `,
    );
    if (left === 0) break;
    await systemClock.sleep(100);
  }
  return performance.now() - start;
}

async function checkResults(recoveredInMs: number): Promise<boolean> {
  const published = world.articles();
  const politeness = findImpoliteRequests(world.seen, HOST_DELAY_MS, processes.pauses);
  const times = await measurePunctuality(database, world.seen, processes.pauses);
  const { lost, doubled, invented, withoutEvent, waiting, overlapping, recordedEarly } = await checkAgreement(
    database,
    published,
  );
  console.log(
    `${processes.kills} kills, ${processes.pauses.length} pauses past the lease (${overtaken} of them with other fetches at the same host), ${processes.countedMessages} fetches lost their lease, ${processes.crashes} crashes`,
  );
  console.log(
    `${world.seen.length} requests: ${politeness.together} together, ${politeness.tooSoon} too soon (shortest pause ${Math.round(politeness.shortestMs)} ms of ${HOST_DELAY_MS}), ${politeness.lateRequests} sent after a pause; ${overlapping} overlap on record`,
  );
  console.log(
    `${times.requests} fetches of feeds: ${times.early} early by the schedule, ${recordedEarly} by the record, the latest ${times.latestMs} ms after it`,
  );
  console.log(
    `${published.length} articles published: ${lost} lost, ${doubled} doubled, ${invented} invented, ${withoutEvent} without one event, ${waiting} pages forgotten; drained ${Math.round(recoveredInMs)} ms after the last fault`,
  );
  const wrong =
    politeness.together +
    politeness.tooSoon +
    overlapping +
    times.early +
    recordedEarly +
    lost +
    doubled +
    invented +
    withoutEvent +
    waiting;
  return (
    hasProof() &&
    wrong === 0 &&
    processes.crashes === 0 &&
    times.latestMs < MAX_DELAY_MS &&
    politeness.lateRequests <= processes.pauses.length
  );
}
