import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { recordingLog } from '../contract/recording.ts';
import { describeViewStoreContract } from '../contract.ts';
import { createMemoryViewStore } from './memory.ts';

describeViewStoreContract('in memory', async () => {
  const clock = new ManualClock();
  const store = createMemoryViewStore({ clock, log: recordingLog() });
  return {
    store,
    peer: store,
    clock,
    histories: 3_000,
    flush: async () => store.flush(),
    close: store.close,
  };
});

// As an adapter whose time cannot be moved meets the contract.
describeViewStoreContract('in memory, in real time', async () => {
  const store = createMemoryViewStore({ clock: systemClock, log: recordingLog() });
  return { store, peer: store, histories: 100, flush: async () => store.flush(), close: store.close };
});
