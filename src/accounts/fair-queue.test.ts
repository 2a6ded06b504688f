import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblem } from './accounts.testing.ts';
import { createFairQueue, type QueueTurn } from './fair-queue.ts';

test('networks take turns: a flood from one delays another by one job', async () => {
  const { add, finishAll, order } = harness({ waiting: 400 });
  const flood = Array.from({ length: 200 }, (_, n) => add(`flood ${n}`, stranger('198.51.100.0/24')));
  const other = add('other', stranger('203.0.113.0/24'));
  await finishAll();
  await Promise.all([...flood, other]);
  assert.ok(order.indexOf('other') <= 2, `it ran as number ${order.indexOf('other')}`);
  assert.equal(order.length, 201);
});

test('a network with fewer waiting jobs displaces the newest of the largest; the flood is refused', async () => {
  const { add, finishAll, order } = harness({ waiting: 50 });
  const flood = Array.from({ length: 200 }, (_, n) => add(`flood ${n}`, stranger('198.51.100.0/24')));
  const others = Array.from({ length: 10 }, (_, n) => add(`other ${n}`, stranger(`203.0.${n}.0/24`)));
  await finishAll();
  await Promise.all(others);
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 200 - 1 - 50 + 10);
  for (const outcome of refused)
    assert.ok(outcome.status === 'rejected' && isProblem('overloaded')(outcome.reason));
  assert.equal(order.filter(name => name.startsWith('other')).length, 10);
});

test('many networks with one job each cannot take the places of known devices', async () => {
  const { add, finishAll, order } = harness({ waiting: 50, reserved: 5 });
  const flood = Array.from({ length: 500 }, (_, n) => add(`flood ${n}`, stranger(`10.0.${n}.0/24`)));
  const known = Array.from({ length: 5 }, (_, n) =>
    add(`known ${n}`, { network: '10.0.1.0/24', isKnown: true }),
  );
  await assert.rejects(add('a new stranger', stranger('203.0.113.0/24')), isProblem('overloaded'));
  await finishAll();
  await Promise.all(known);
  await Promise.allSettled(flood);
  assert.deepEqual(order.slice(1, 6), ['known 0', 'known 1', 'known 2', 'known 3', 'known 4']);
});

test('a known device beyond the reserved places waits with the others', async () => {
  const { add, finishAll, order } = harness({ waiting: 1, reserved: 1 });
  const turn = { network: '10.0.1.0/24', isKnown: true };
  const admitted = [add('runs', turn), add('reserved', turn), add('shared', turn)];
  await assert.rejects(add('refused', turn), isProblem('overloaded'));
  await finishAll();
  await Promise.all(admitted);
  assert.deepEqual(order, ['runs', 'reserved', 'shared']);
});

test('a failed job frees its slot', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 1, reserved: 1 });
  const turn = stranger('10.0.0.0/24');
  await assert.rejects(
    queue(turn, async () => {
      throw new RangeError('failed');
    }),
    RangeError,
  );
  assert.equal(await queue(turn, async () => 'next'), 'next');
});

function stranger(network: string): QueueTurn {
  return { network, isKnown: false };
}

/** A queue with one slot whose jobs end when the test says so. */
function harness({ waiting, reserved = 5 }: { waiting: number; reserved?: number }) {
  const queue = createFairQueue({ atOnce: 1, waiting, reserved });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  return {
    order,
    add: (name: string, turn: QueueTurn) => {
      const job = queue(turn, async () => {
        order.push(name);
        await gate.promise;
      });
      // A refusal is asserted later.
      job.catch(() => undefined);
      return job;
    },
    finishAll: async () => gate.resolve(),
  };
}
