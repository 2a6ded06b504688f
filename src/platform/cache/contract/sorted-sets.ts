import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { CacheKey } from '../keys.ts';
import { CacheUsageError, type ScoredMember, type SortedSets } from '../port.ts';
import { assertEnds, type CreateHarness, clients, freshKey, using } from './harness.ts';
import { anyMember, anyRange, anyScored, SortedSetModel } from './model.ts';

export function describeSortedSets(create: CreateHarness): void {
  describe('sorted sets', () => {
    test(
      'agree with a plain model over any history',
      using(create, async ({ store, histories }) => {
        const history = fc.array(anyStep, { minLength: 1, maxLength: 20 });
        await fc.assert(
          fc.asyncProperty(history, async steps => {
            const key = freshKey();
            const model = new SortedSetModel();
            for (const step of steps) await step(store.sorted, key, model);
            assert.deepEqual(await store.sorted.top(key, 100), model.descending());
          }),
          { numRuns: histories },
        );
      }),
    );

    test(
      'order members of equal score by their bytes, highest first',
      using(create, async ({ store }) => {
        const key = freshKey();
        const members = ['a', 'b', '\u{1f600}', '\ufffd', 'B'].map(member => ({ member, score: 1 }));
        assert.equal(await store.sorted.add(key, members, 60_000), 5);
        const top = await store.sorted.top(key, 10);
        assert.deepEqual(
          top.map(({ member }) => member),
          ['\u{1f600}', '\ufffd', 'b', 'a', 'B'],
        );
      }),
    );

    test(
      'lose no increment of concurrent clients',
      using(create, async harness => {
        const key = freshKey();
        const change = [
          { member: 'x', score: 1 },
          { member: 'y', score: 0.5 },
        ];
        await Promise.all(clients(harness, 100).map(({ sorted }) => sorted.increment(key, change, 60_000)));
        assert.deepEqual(await harness.store.sorted.top(key, 2), [
          { member: 'x', score: 100 },
          { member: 'y', score: 50 },
        ]);
      }),
    );

    test(
      'are replaced atomically: no client sees an empty or mixed set',
      using(create, async ({ store, peer }) => {
        const key = freshKey();
        const edition = (score: number) => ['a', 'b', 'c'].map(member => ({ member, score }));
        await store.sorted.replace(key, edition(0), 60_000);
        const written = Promise.all(
          Array.from({ length: 20 }, (_, n) => store.sorted.replace(key, edition(n + 1), 60_000)),
        );
        const seen = await Promise.all(Array.from({ length: 20 }, () => peer.sorted.top(key, 10)));
        await written;
        for (const top of seen) {
          assert.equal(top.length, 3);
          assert.equal(new Set(top.map(({ score }) => score)).size, 1);
        }
        await store.sorted.replace(key, [], 60_000);
        assert.equal(await store.sorted.count(key), 0);
      }),
    );

    test(
      'expire with the lifetime of the last write',
      using(create, async harness => {
        const { sorted } = harness.store;
        const key = freshKey();
        await sorted.add(key, [{ member: 'a', score: 1 }], 60_000);
        await assertEnds(
          harness,
          60,
          () => sorted.increment(key, [{ member: 'b', score: 1 }], 60),
          async () => (await sorted.count(key)) === 2,
        );
        assert.equal(await sorted.expire(key, 60), false, 'there is nothing to expire');
        await sorted.add(key, [{ member: 'a', score: 1 }], 60_000);
        await assertEnds(
          harness,
          60,
          () => sorted.expire(key, 60),
          async () => (await sorted.score(key, 'a')) === 1,
        );
      }),
    );

    test(
      'keep their lifetime when members are removed, and vanish with the last member',
      using(create, async harness => {
        const { sorted } = harness.store;
        const key = freshKey();
        const members = ['a', 'b', 'c'].map(member => ({ member, score: 1 }));
        await assertEnds(
          harness,
          60,
          async () => {
            await sorted.add(key, members, 60);
            await sorted.remove(key, ['a']);
            await sorted.trim(key, 1);
          },
          async () => (await sorted.count(key)) === 1,
        );
        await sorted.add(key, members, 60_000);
        assert.equal(await sorted.trim(key, 0), 3);
        assert.equal(await sorted.expire(key, 60_000), false);
        await sorted.add(key, members, 60_000);
        await sorted.delete(key);
        assert.deepEqual(await sorted.top(key, 9), []);
      }),
    );

    test(
      'refuse scores and members that cannot be stored',
      using(create, async ({ store: { sorted } }) => {
        const invalid: ScoredMember[] = [
          { member: 'a', score: Number.NaN },
          { member: 'a', score: Number.POSITIVE_INFINITY },
          { member: '\ud800', score: 1 },
        ];
        for (const member of invalid) {
          await assert.rejects(sorted.add(freshKey(), [member], 60_000), CacheUsageError);
          await assert.rejects(sorted.increment(freshKey(), [member], 60_000), CacheUsageError);
        }
        await assert.rejects(sorted.top(freshKey(), -1), CacheUsageError);
      }),
    );
  });
}

type Step = (sorted: SortedSets, key: CacheKey, model: SortedSetModel) => Promise<void>;

const someMembers = fc.array(anyScored, { maxLength: 4 });

/** Runs one operation on the store and the model, and compares the results. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  someMembers.map(add),
  someMembers.map(increment),
  someMembers.map(replace),
  fc.array(anyMember, { maxLength: 3 }).map(remove),
  fc.nat({ max: 8 }).map(trim),
  fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })).map(([n, skip]) => checkTop(n, skip)),
  anyRange.map(checkRange),
  anyMember.map(checkMember),
);

function add(members: readonly ScoredMember[]): Step {
  return async (sorted, key, model) => {
    const before = model.scores.size;
    for (const { member, score } of members) model.scores.set(member, score);
    assert.equal(await sorted.add(key, members, 60_000), model.scores.size - before);
  };
}

function increment(members: readonly ScoredMember[]): Step {
  return async (sorted, key, model) => {
    const sums = members.map(({ member, score }) => {
      const sum = (model.scores.get(member) ?? 0) + score;
      model.scores.set(member, sum);
      return sum;
    });
    assert.deepEqual(await sorted.increment(key, members, 60_000), sums);
  };
}

function replace(members: readonly ScoredMember[]): Step {
  return async (sorted, key, model) => {
    model.scores.clear();
    for (const { member, score } of members) model.scores.set(member, score);
    await sorted.replace(key, members, 60_000);
  };
}

function remove(members: readonly string[]): Step {
  return async (sorted, key, model) => {
    const gone = new Set(members).values().filter(member => model.scores.delete(member));
    assert.equal(await sorted.remove(key, members), gone.toArray().length);
  };
}

function trim(n: number): Step {
  return async (sorted, key, model) => {
    assert.equal(await sorted.trim(key, n), model.trim(n));
  };
}

function checkTop(n: number, skip: number): Step {
  return async (sorted, key, model) => {
    assert.deepEqual(await sorted.top(key, n, skip), model.descending().slice(skip, skip + n));
    assert.equal(await sorted.count(key), model.scores.size);
  };
}

function checkRange(range: Parameters<SortedSetModel['range']>[0]): Step {
  return async (sorted, key, model) => {
    assert.deepEqual(await sorted.range(key, range), model.range(range));
    const all = model.range({ ...range, limit: Number.MAX_SAFE_INTEGER });
    assert.equal(await sorted.count(key, range), all.length);
  };
}

function checkMember(member: string): Step {
  return async (sorted, key, model) => {
    assert.equal(await sorted.rank(key, member), model.rank(member));
    assert.equal(await sorted.score(key, member), model.scores.get(member) ?? null);
  };
}
