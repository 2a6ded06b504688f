import { openBroker } from '../benchmarks/queue/broker.ts';
import { EFFECTS_TABLE } from '../src/platform/tasks/kinds.testing.ts';
import { storm } from '../src/platform/tasks/storm.testing.ts';
import { watchMachineLoad } from './lib/machine-load.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * TASK-2, TASK-3, fault 1: ten thousand tasks due at one moment, two executor processes, and the picker
 * killed while picking. All start within 30 s of their time (on an otherwise idle machine), none early, none
 * twice, and each takes effect once.
 */
const COUNT = 10_000;
const LIMIT_SECONDS = 30;

const server = await startQueueDatabase();
const { database, close } = await openBroker(server.url);
try {
  await database.execute(EFFECTS_TABLE);
  const machine = await watchMachineLoad();
  const found = await storm({ database, url: server.url }, { count: COUNT, dueInSeconds: 20, executors: 2 });
  const { ended, early, startedTwice, doubled, lost, slowestSeconds } = found;
  console.log(
    `${ended} of ${COUNT} ran: ${early} early, ${startedTwice} started twice, ${doubled} took effect twice, ${lost} lost`,
  );
  const limitSeconds = LIMIT_SECONDS * (await machine.stop());
  console.log(
    `the last one started ${slowestSeconds.toFixed(1)} s after its time (limit ${Math.round(limitSeconds)} s)`,
  );
  const faults = early + startedTwice + doubled + lost;
  process.exitCode = ended === COUNT && faults === 0 && slowestSeconds < limitSeconds ? 0 : 1;
} finally {
  await close();
  await server.stop();
}
