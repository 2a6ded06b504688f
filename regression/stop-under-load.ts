import { Agent, request } from 'node:http';
import { Ledger } from './lib/ledger.ts';
import { watchMachineLoad } from './lib/machine-load.ts';
import { startProcess, temporaryData } from './lib/program.ts';

/**
 * RUN-3 and fault 15: SIGTERM under load, several times. Every accepted request gets its complete response;
 * refused connections after the port has closed do not count as cut. The program exits with code 0 within 10
 * s (on an otherwise idle machine).
 */
const ROUNDS = 5;
const data = await temporaryData();
let failed = false;

for (let round = 1; round <= ROUNDS; round++) {
  const machine = await watchMachineLoad();
  const program = await startProcess(data.path);
  const ledger = new Ledger();
  if (program.operatorLink) await ledger.registerOperator(program);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const outcomes = { answered: 0, refused: 0, cut: 0 };
  const stop = new AbortController();
  const load = Array.from({ length: 50 }, (_, n) =>
    loadUntilStopped(
      program.url,
      n % 5 === 0 ? '/api/docs' : '/api/v1/instance',
      agent,
      outcomes,
      stop.signal,
    ),
  );
  await waitUntilAnswered(outcomes, 2_000);
  const began = performance.now();
  program.process.kill('SIGTERM');
  const code = await program.exited;
  const ms = Math.round(performance.now() - began);
  stop.abort();
  await Promise.all(load);
  agent.destroy();
  const limitMs = 10_000 * (await machine.stop());
  const ok = code === 0 && ms < limitMs && outcomes.cut === 0;
  failed ||= !ok;
  console.log(
    `round ${round}: ${outcomes.answered} answered, ${outcomes.cut} cut, exit code ${code} after ${ms} ms: ${ok ? 'ok' : 'FAILED'}`,
  );
}
await data.remove();
process.exitCode = failed ? 1 : 0;

async function loadUntilStopped(
  url: string,
  path: string,
  agent: Agent,
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const outcome = await once(new URL(path, url), agent);
    outcomes[outcome]++;
    if (outcome === 'refused') await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Cut: the connection was up and the request sent, but the response never came or is incomplete. */
function once(url: URL, agent: Agent): Promise<keyof Outcomes> {
  return new Promise(resolve => {
    let connected = false;
    const outgoing = request(url, { agent }, response => {
      const expected = Number(response.headers['content-length'] ?? Number.NaN);
      let received = 0;
      response.on('data', chunk => {
        received += chunk.length;
      });
      response.on('error', () => resolve('cut'));
      response.on('close', () =>
        resolve(response.complete && (Number.isNaN(expected) || received === expected) ? 'answered' : 'cut'),
      );
    });
    outgoing.on('socket', socket => {
      connected = !socket.connecting;
      if (socket.connecting)
        socket.once('connect', () => {
          connected = true;
        });
    });
    outgoing.on('error', () => resolve(connected ? 'cut' : 'refused'));
    outgoing.end();
  });
}

async function waitUntilAnswered(outcomes: Outcomes, count: number): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  while (outcomes.answered < count && performance.now() < giveUpAt)
    await new Promise(resolve => setTimeout(resolve, 10));
}

interface Outcomes {
  answered: number;
  refused: number;
  cut: number;
}
