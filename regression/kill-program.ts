import { Ledger, report } from './lib/ledger.ts';
import { watchMachineLoad } from './lib/machine-load.ts';
import { startProcess, temporaryData } from './lib/program.ts';

/** RUN-3: `kill -9` of the program at random moments under writes, 20 times on one data directory. */
const ROUNDS = 20;
const machine = await watchMachineLoad();
const data = await temporaryData();
const ledger = new Ledger();
const starts: number[] = [];

let program = await startProcess(data.path);
await ledger.registerOperator(program);
for (let round = 1; round <= ROUNDS; round++) {
  const stop = new AbortController();
  const { url } = program;
  const writers = Array.from({ length: 8 }, () => ledger.write(url, stop.signal));
  await new Promise(resolve => setTimeout(resolve, 200 + Math.random() * 800));
  program.process.kill('SIGKILL');
  await program.exited;
  stop.abort();
  await Promise.all(writers);
  program = await startProcess(data.path);
  starts.push(program.startedInMs);
  console.log(
    `round ${round}: ${ledger.acknowledged} acknowledged so far, started again in ${Math.round(program.startedInMs)} ms`,
  );
}

const ok = report(ROUNDS, ledger, await ledger.check(program.url), {
  what: 'start after kill -9',
  ms: starts,
  slowdown: await machine.stop(),
});
program.process.kill('SIGTERM');
const code = await program.exited;
await data.remove();
process.exitCode = ok && code === 0 ? 0 : 1;
