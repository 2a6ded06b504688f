import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '../src/context.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { verifyCounts } from '../src/signals/counts/verify-counts.ts';
import { testConfig } from '../test/harness/config.ts';
import { freePort } from '../test/harness/free-port.ts';
import { startCrashingPostgres } from './lib/crashing-postgres.ts';
import { repeatUntil } from './lib/faulted-processes.ts';
import { numberFlag } from './lib/flags.ts';
import { temporaryData } from './lib/program.ts';
import { RoleProcess, waitUntilReady } from './lib/role-process.ts';
import { seedInstallation } from './lib/signals-installation.ts';
import {
  countsByArticle,
  interestChangesByUser,
  interestStates,
  sharesInList,
  waitUntilDrained,
} from './lib/signals-ledger.ts';
import { SignalsSenders } from './lib/signals-senders.ts';
import { SignalsTruth } from './lib/signals-truth.ts';

/**
 * EVT-2, EVT-3, RULE-4, INT-2, TREND-4, faults 1, 2 and 12: simulated readers against the program in
 * processes. Each role is killed repeatedly for `--seconds 60`, and PostgreSQL crashes with them. Batches
 * arrive twice, late, out of order, and again when their response was lost. In the end counts, interests and
 * the list of shares match exactly what was sent, and interests learned again from the log are identical to
 * the byte.
 */
const seconds = numberFlag('seconds', 60);
/** How long a process may take to return while PostgreSQL recovers. */
const BACK_MS = 150_000;
await avoidMidnight();
const postgres = await startCrashingPostgres();
const data = await temporaryData();
const config = testConfig({ 'database-url': postgres.url, data: data.path });
const installation = await openInstallation(config, { telemetry: createMemoryTelemetry({ level: 'error' }) });
const { database, log } = installation;
const shared = [
  '--database-url',
  postgres.url,
  '--data',
  data.path,
  '--rate-limit',
  '1000000',
  '--log-level',
  'error',
];
const ports = [await freePort(), await freePort()];
const urls = ports.map(port => `http://127.0.0.1:${port}`);
const webs = ports.map(port => new RoleProcess('web', [...shared, '--port', String(port)]));
const rulesProcesses = [new RoleProcess('signals', shared), new RoleProcess('signals', shared)];
const stop = new AbortController();
let crashes = 0;
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await Promise.all([...webs, ...rulesProcesses].map(role => role.stop()));
  await installation.close();
  await postgres.stop();
  await data.remove();
}

async function run(): Promise<boolean> {
  const seeded = await seedInstallation(installation, 25);
  for (const role of [...webs, ...rulesProcesses]) role.start();
  await Promise.all(urls.map(url => waitUntilReady(url)));
  const truth = new SignalsTruth();
  const senders = new SignalsSenders(urls, truth, seeded);
  const faults = Promise.all([
    repeatUntil(() => killRulesProcess(), 3_500, stop.signal),
    repeatUntil(() => killWebProcess(), 2_000, stop.signal),
    repeatUntil(() => crashPostgres(), 12_000, stop.signal),
  ]);
  const ending = sleep(seconds * 1_000).then(() => stop.abort());
  await Promise.all([senders.run(stop.signal), faults, ending]);
  const drainedInMs = await waitUntilDrained(database);
  return checkResults(truth, senders, drainedInMs);
}

async function killRulesProcess(): Promise<void> {
  await systemClock.sleep(1_500);
  await rulesProcesses[Math.floor(Math.random() * rulesProcesses.length)]?.kill();
}

/** Kills one of the two; the next only when it is back. */
async function killWebProcess(): Promise<void> {
  await systemClock.sleep(2_000);
  const chosen = Math.floor(Math.random() * webs.length);
  await webs[chosen]?.kill();
  await waitUntilReady(urls[chosen] ?? '', BACK_MS);
}

async function crashPostgres(): Promise<void> {
  await systemClock.sleep(6_000);
  crashes++;
  await postgres.crash(crashes % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
}

async function checkResults(
  truth: SignalsTruth,
  senders: SignalsSenders,
  drainedInMs: number,
): Promise<boolean> {
  const counts = difference(truth.counts(), await countsByArticle(database));
  const moves = difference(truth.moves(), await interestChangesByUser(database));
  const listed = difference(sharesOf(truth), await sharesInList(database, sharesOf(truth)));
  const now = new Date(systemClock.now());
  const verified = await verifyCounts(database, { now, storedAfter: new Date(0) });
  const before = await interestStates(database, 'forget');
  await log.replay('interests', new Date(0));
  await waitUntilDrained(database);
  const relearned = difference(before, await interestStates(database, 'keep'));
  const killsOf = (roles: readonly RoleProcess[]) => roles.reduce((sum, { kills }) => sum + kills, 0);
  const [killedWeb, killedJudges] = [killsOf(webs), killsOf(rulesProcesses)];
  const ended = [...webs, ...rulesProcesses].reduce((sum, role) => sum + role.crashes, 0);
  console.log(
    `${killedWeb} kills of web, ${killedJudges} of signals, ${crashes} crashes of PostgreSQL; ${ended} processes ended unexpectedly`,
  );
  console.log(
    `${truth.sent} events sent, ${senders.repeated} batches repeated on purpose and ${senders.retried} attempts without a response; drained ${Math.round(drainedInMs)} ms after the last`,
  );
  console.log(
    `wrong: ${counts.length} of ${truth.counts().size} counts, ${verified.length} by counts verify, ${moves.length} readers of ${truth.moves().size}, ${relearned.length} of ${before.size} interests after a replay, ${listed.length} places of the list of shares`,
  );
  for (const line of [...counts, ...moves, ...listed, ...relearned].slice(0, 10)) console.log(line);
  const tried =
    killedWeb > 0 && killedJudges > 1 && crashes > 0 && senders.repeated > 0 && truth.moves().size > 5;
  const wrong = counts.length + moves.length + listed.length + verified.length + relearned.length;
  return tried && ended === 0 && wrong === 0;
}

function sharesOf(truth: SignalsTruth): Map<string, number> {
  const entries = [...truth.counts()].filter(([name]) => name.endsWith(' share'));
  return new Map(entries.map(([name, times]) => [name.split(' ')[0] ?? '', times]));
}

function difference<T>(expected: ReadonlyMap<string, T>, found: ReadonlyMap<string, T>): string[] {
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names]
    .filter(name => expected.get(name) !== found.get(name))
    .map(name => `${name}: ${String(expected.get(name))} expected, ${String(found.get(name))} found`);
}

/** Visitors without an account change at midnight, by design; the truth of this test covers one day. */
async function avoidMidnight(): Promise<void> {
  const left = 86_400_000 - (systemClock.now() % 86_400_000);
  const minimum = (seconds + 90) * 1_000;
  if (left > minimum) return;
  console.log(`waiting ${Math.ceil(left / 1_000)} s for midnight to pass`);
  await systemClock.sleep(left + 100);
}
