import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * What Node knows about the process (event loop lag, heap, garbage collection, handles), by prom-client.
 * It is about the process and its observers cannot be taken down again, so the process has one registry,
 * however often this is called. None of the observers keeps the process alive.
 */
export function watchNode(): () => Promise<string> {
  registry ??= createRegistry();
  const watched = registry;
  return () => watched.metrics();
}

let registry: Registry | undefined;

function createRegistry(): Registry {
  const created = new Registry();
  // Looked at twenty times a second: the usual hundred were half of what an idle program costs.
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: 50 });
  return created;
}
