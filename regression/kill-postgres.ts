import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ledger, report } from './lib/ledger.ts';
import { watchMachineLoad } from './lib/machine-load.ts';
import { startProcess, temporaryData } from './lib/program.ts';

/** RUN-3 and fault 2: `kill -9` of the postmaster, 20 times under writes; the program keeps running. */
const ROUNDS = 20;
const machine = await watchMachineLoad();
const data = await temporaryData();
const ledger = new Ledger();
const absences: number[] = [];

const program = await startProcess(data.path);
let ended = false;
void program.exited.then(() => {
  ended = true;
});
await ledger.registerOperator(program);
const stop = new AbortController();
const writers = Array.from({ length: 8 }, () => ledger.write(program.url, stop.signal));
for (let round = 1; round <= ROUNDS && !ended; round++) {
  await new Promise(resolve => setTimeout(resolve, 200 + Math.random() * 800));
  process.kill(await postmaster(), 'SIGKILL');
  const began = performance.now();
  await waitUntilAcknowledged(ledger.acknowledged + 1);
  absences.push(performance.now() - began);
  console.log(
    `round ${round}: ${ledger.acknowledged} acknowledged so far, writing again after ${Math.round(absences.at(-1) ?? 0)} ms`,
  );
}
stop.abort();
await Promise.all(writers);

const health = await fetch(`${program.url}/readyz`);
const ok = report(ROUNDS, ledger, await ledger.check(program.url), {
  what: 'first write after kill -9',
  ms: absences,
  slowdown: await machine.stop(),
});
program.process.kill('SIGTERM');
const code = await program.exited;
await data.remove();
process.exitCode = ok && health.status === 200 && code === 0 ? 0 : 1;

/** The process id of the postmaster, from the pid file in its directory. */
async function postmaster(): Promise<number> {
  const elsewhere = await readFile(join(data.path, 'postgres-location'), 'utf8').catch(() => null);
  const cluster = elsewhere?.trim() ?? join(data.path, 'postgres');
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** A write running at the kill may still be acknowledged; two more acknowledgements include a new one. */
async function waitUntilAcknowledged(count: number): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  while (ledger.acknowledged < count + 8) {
    if (ended) throw new Error('the program ended when PostgreSQL was killed');
    if (performance.now() > giveUpAt)
      throw new Error('no write succeeded for 30 s after PostgreSQL was killed');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
