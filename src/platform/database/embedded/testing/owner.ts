/** A program with an embedded PostgreSQL: starts it, prints its address, and runs until SIGTERM or a kill. */
import { startEmbeddedPostgres } from '../start.ts';
import { optionsFor } from './support.ts';

try {
  const postgres = await startEmbeddedPostgres(optionsFor(process.argv[2] ?? ''));
  process.once('SIGTERM', () => void postgres.stop());
  const { port, pid, directory, runsAs } = postgres;
  console.log(JSON.stringify({ url: postgres.url(), port, pid, directory, runsAs }));
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
