import { Session } from 'node:inspector/promises';
import { startProgram } from '../../src/program.ts';
import { testConfig } from '../../test/harness/config.ts';

/** The program itself with the role `web`: `server-process.ts <database url> <data directory>`. */
const [databaseUrl = '', data = ''] = process.argv.slice(2);
const program = await startProgram(
  testConfig({
    'database-url': databaseUrl,
    data,
    roles: 'web',
    'rate-limit': '1000000',
    'log-level': 'error',
  }),
);
await program.drain();
const profiler = new Session();
process.on('message', async question => process.send?.(await answer(String(question))));
process.on('disconnect', () => process.exit(0));
process.send?.({ url: program.url?.replace('localhost', '127.0.0.1') });

async function answer(question: string): Promise<object> {
  if (question === 'cpu') return process.cpuUsage();
  if (question === 'profile end') return profiler.post('Profiler.stop');
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.start');
  return {};
}
