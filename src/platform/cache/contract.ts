import { describe } from 'node:test';
import { describeChannels } from './contract/channels.ts';
import type { CreateHarness } from './contract/harness.ts';
import { describeLocks } from './contract/locks.ts';
import { describePresence } from './contract/presence.ts';
import { describeRateLimits } from './contract/rate-limits.ts';
import { describeReadThrough } from './contract/read-through.ts';
import { describeSortedSets } from './contract/sorted-sets.ts';
import { describeValues } from './contract/values.ts';

export type { CacheHarness } from './contract/harness.ts';

/** SCALE-1: the contract of every cache implementation. `create` opens an empty one. */
export function describeCacheContract(name: string, create: CreateHarness): void {
  describe(`VIEW-1 the cache ${name}`, () => {
    describeValues(create);
    describeRateLimits(create);
    describeSortedSets(create);
    describeLocks(create);
    describePresence(create);
    describeChannels(create);
    describeReadThrough(create);
  });
}
