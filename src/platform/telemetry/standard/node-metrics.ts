import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Node's process metrics (event loop lag, heap, garbage collection, handles), by prom-client. Its observers cannot be
 * removed, so the process has one registry, however often this is called. None of the observers keeps the process
 * alive.
 */
export function watchNode(): () => Promise<string> {
  registry ??= createRegistry();
  const watched = registry;
  return () => watched.metrics();
}

let registry: Registry | undefined;

function createRegistry(): Registry {
  const created = new Registry();
  // Sampled twenty times a second: the default of a hundred was half of the cost of an idle program.
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: 50 });
  return created;
}
