import { Interrupted } from './harness/interruption.ts';
import { main } from './harness/main.ts';

try {
  process.exitCode = await main(process.argv.slice(2), import.meta.filename);
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  // Pending work of the benchmark would keep the process alive.
  console.error(error.message);
  process.exit(Interrupted.status);
}
