import { seededRandom } from '../src/lib/random.ts';
import { migrate } from '../src/platform/database/migrations.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { runChaos } from '../src/platform/log/chaos.testing.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { MIGRATIONS } from '../test/harness/database.ts';
import { startTestServer } from '../test/harness/server.ts';
import { numberFlag } from './lib/flags.ts';
import { watchMachineLoad } from './lib/machine-load.ts';

/**
 * LOG-2, LOG-4, faults 1, 12, 13, 21: kills and pauses processes at random for `--seconds 60`, with `--seeds
 * 3`.
 */
const SECONDS = numberFlag('seconds', 60);
const SEEDS = numberFlag('seeds', 3);
const LIMIT_MS = 10_000;
const telemetry = createMemoryTelemetry({ level: 'error' });
const server = await startTestServer();
let failed = false;
for (let seed = 1; seed <= SEEDS; seed++) failed = !(await round(seed)) || failed;
await server.stop();
process.exitCode = failed ? 1 : 0;

async function round(seed: number): Promise<boolean> {
  const url = await createDatabase(`chaos_${seed}`);
  const database = createPool({ url, telemetry, maxConnections: 20 });
  await migrate(database, MIGRATIONS, { now: () => new Date() });
  const log = createLog({ database, telemetry });
  const machine = await watchMachineLoad();
  const outcome = await runChaos({ database, url, log, random: seededRandom(seed), seconds: SECONDS });
  await log.close();
  await database.close();
  const limitMs = LIMIT_MS * (await machine.stop());
  const { sent, kills, stops, slowestRecoveryMs, ...wrong } = outcome;
  const ok = Object.values(wrong).every(count => count === 0) && sent > 0 && slowestRecoveryMs < limitMs;
  console.log(
    `seed ${seed}: ${sent} events, ${kills} killed, ${stops} stopped, ${wrong.lost} lost, ${wrong.doubled} doubled, ` +
      `${wrong.invented} invented, ${wrong.disordered} out of order, ${wrong.parked} dead letters, ` +
      `slowest recovery ${Math.round(slowestRecoveryMs)} ms (limit ${Math.round(limitMs)} ms): ${ok ? 'ok' : 'FAILED'}`,
  );
  return ok;
}

async function createDatabase(name: string): Promise<string> {
  const admin = createPool({ url: server.url, telemetry });
  await admin.execute({ text: `create database ${name}`, values: [] });
  await admin.close();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
