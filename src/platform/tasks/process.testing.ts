import { systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createBroker } from '../broker/index.ts';
import { createPool } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { WRITES, writeEffect } from './kinds.testing.ts';
import { createTasks } from './tasks.ts';

/**
 * A process with a picker, an executor or both, which tests kill or pause:
 * `node process.testing.ts URL NAME VISIBILITY_MS picker executor`
 */
const [url = '', applicationName = '', visibilityMs = '', ...parts] = process.argv.slice(2);
const telemetry = createMemoryTelemetry();
const database = createPool({ url, telemetry, applicationName, maxConnections: 12 });
const broker = createBroker({ database, telemetry, clock: systemClock, random: systemRandom });
const newId = createIdSource(systemClock, systemRandom);
const tasks = createTasks({
  ...{ database, broker, telemetry, clock: systemClock, newId },
  visibilityMs: Number(visibilityMs),
});
tasks.register(WRITES);
tasks.register({
  name: 'dies',
  summary: 'Kills its process, as many times as the payload says',
  run: async (tx, { payload }) => {
    await writeEffect(tx, 'survived');
    // Outside of the transaction, so that it survives the kill.
    await database.execute(sql`insert into deaths (pid) values (${process.pid}::int)`);
    const deaths = await database.execute(sql`select from deaths`);
    if (deaths <= Number(payload)) process.kill(process.pid, 'SIGKILL');
  },
});
tasks.register({
  name: 'announces',
  summary: 'Records its start and takes a while',
  run: async (tx, { payload }) => {
    await writeEffect(tx, payload);
    await database.execute(sql`insert into deaths (pid) values (${process.pid}::int)`);
    await systemClock.sleep(500);
  },
});
tasks.register({
  name: 'blocks',
  summary: 'Blocks the whole process for 2 s in its first run',
  run: async (tx, { payload }) => {
    await writeEffect(tx, payload);
    const runs = await database.execute(sql`select from task_runs`);
    if (runs === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  },
});
const running = parts.map(part =>
  part === 'picker' ? tasks.startPicker() : tasks.startExecutor({ concurrency: 8 }),
);
process.on('SIGTERM', async () => {
  for (const part of running) await part.stop();
  await broker.close();
  await database.close();
  process.disconnect?.();
});
// The parent is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
