import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { createMemoryTelemetry } from '../../telemetry/memory/memory.ts';
import { describeCacheContract } from '../contract.ts';
import { createMemoryCache } from './memory.ts';

describeCacheContract('in memory', async () => {
  const clock = new ManualClock();
  const store = createMemoryCache({ clock, log: createMemoryTelemetry().log });
  return {
    store,
    peer: store,
    clock,
    histories: 3_000,
    flush: async () => store.flush(),
    close: store.close,
  };
});

// The contract as it runs for an adapter whose clock a test cannot control.
describeCacheContract('in memory, in real time', async () => {
  const store = createMemoryCache({ clock: systemClock, log: createMemoryTelemetry().log });
  return { store, peer: store, histories: 100, flush: async () => store.flush(), close: store.close };
});
