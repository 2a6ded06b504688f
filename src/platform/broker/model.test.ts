import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testDatabase } from '../../../test/harness/database.ts';
import { histories } from '../../../test/harness/histories.ts';
import { letTimePass, testBroker } from './broker.testing.ts';
import { type ModelDelivery, type NewModelMessage, QueueModel } from './model.testing.ts';
import type { Broker } from './port.ts';

const { database } = await testDatabase();
const brokers = [testBroker(database), testBroker(database)];
const [MAX_RECEIVES, VISIBILITY_MS, STEP_MS] = [2, 30_000, 10_000];

test('MQ-1 to MQ-4: under any sequence of commands the broker returns what a plain model returns', async () => {
  let history = 0;
  const property = fc.asyncProperty(
    fc.array(command, { minLength: 5, maxLength: 60, size: 'max' }),
    async commands => {
      const run = new Run(`model-${++history}`);
      await run.begin();
      for (const given of commands) await run[given.do](given as never);
      await run.end();
    },
  );
  await fc.assert(property, { numRuns: histories(60), endOnFailure: true });
});

/** Sends each command to the broker, through one of two processes, and to the model; results must be equal. */
class Run {
  readonly #queue: string;
  readonly #model = new QueueModel(MAX_RECEIVES, VISIBILITY_MS);
  #deliveries: { receipt: string; model: ModelDelivery }[] = [];
  #commands = 0;

  constructor(queue: string) {
    this.#queue = queue;
  }

  get #broker(): Broker {
    const broker = brokers[this.#commands++ % brokers.length];
    assert.ok(broker);
    return broker;
  }

  async begin(): Promise<void> {
    await this.#broker.declare(this.#queue, { maxReceives: MAX_RECEIVES, visibilityMs: VISIBILITY_MS });
    await this.#broker.declare(`${this.#queue}.dead`);
  }

  async publish({ messages }: { messages: readonly NewModelMessage[] }): Promise<void> {
    const answers = await this.#broker.publishMany(this.#queue, messages);
    assert.deepEqual(answers, this.#model.publish(messages));
  }

  async receive({ max }: { max: number }): Promise<void> {
    const deliveries = await this.#broker.receive(this.#queue, { max });
    const expected = this.#model.receive(max);
    assert.deepEqual(
      deliveries.map(({ id, body, group, receives }) => ({ id, body, group, receives })),
      expected.map(({ message: { id, body, group }, receives }) => ({
        id: String(id),
        body,
        group,
        receives,
      })),
    );
    deliveries.forEach(({ receipt }, index) => {
      const model = expected[index];
      if (model) this.#deliveries.push({ receipt, model });
    });
  }

  async delete({ which }: { which: readonly number[] }): Promise<void> {
    const chosen = which.flatMap(n => this.#chosen(n));
    const distinct = [...new Set(chosen)];
    const answers = await this.#broker.delete(distinct.map(({ receipt }) => receipt));
    assert.deepEqual(
      answers,
      distinct.map(({ model }) => this.#model.delete(model)),
    );
  }

  async deleteIn({ which }: { which: readonly number[] }): Promise<void> {
    for (const { receipt, model } of which.slice(0, 1).flatMap(n => this.#chosen(n))) {
      const broker = this.#broker;
      const deleting = database.transaction(tx => broker.deleteIn(tx, [receipt]));
      assert.equal(await succeeds(deleting), this.#model.delete(model));
    }
  }

  async release({
    which,
    steps,
    error,
  }: {
    which: number;
    steps: number;
    error: string | null;
  }): Promise<void> {
    for (const { receipt, model } of this.#chosen(which)) {
      const options = { delayMs: steps * STEP_MS, ...(error === null ? {} : { error }) };
      const released = await succeeds(this.#broker.release(receipt, options));
      assert.equal(released, this.#model.release(model, steps * STEP_MS, error));
    }
  }

  async extend({ which, steps }: { which: number; steps: number }): Promise<void> {
    for (const { receipt, model } of this.#chosen(which)) {
      const extended = await succeeds(this.#broker.extend(receipt, (steps + 1) * STEP_MS));
      assert.equal(extended, this.#model.extend(model, (steps + 1) * STEP_MS));
    }
  }

  async deadLetter({ which }: { which: number }): Promise<void> {
    for (const { receipt, model } of this.#chosen(which)) {
      const deadLettered = await succeeds(this.#broker.deadLetter(receipt, 'aside'));
      assert.equal(deadLettered, this.#model.deadLetter(model, 'aside'));
    }
  }

  async purge(): Promise<void> {
    assert.equal(await this.#broker.purge(this.#queue), this.#model.purge());
  }

  async redrive({ limit }: { limit: number }): Promise<void> {
    assert.equal(await this.#broker.redrive(`${this.#queue}.dead`, { limit }), this.#model.redrive(limit));
  }

  async advance({ steps }: { steps: number }): Promise<void> {
    await letTimePass(database, steps * STEP_MS, this.#queue);
    this.#model.advance(steps * STEP_MS);
  }

  /** Compares the remaining messages, then delivers all of them and compares the dead letters. */
  async end(): Promise<void> {
    const peeked = await this.#broker.peek(this.#queue, { limit: 1_000 });
    assert.deepEqual(
      peeked.map(({ id }) => id),
      this.#model.pending(),
    );
    await this.advance({ steps: 100 });
    for (let remaining = -1; remaining !== this.#model.pending().length; ) {
      remaining = this.#model.pending().length;
      await this.receive({ max: 7 });
      await this.delete({ which: this.#deliveries.map((_, index) => index) });
    }
    const dead = await this.#broker.peek(`${this.#queue}.dead`, { limit: 1_000 });
    assert.deepEqual(
      dead.map(({ body, group, receives, lastError: error }) => ({ body, group, receives, error })),
      this.#model.dead,
    );
  }

  #chosen(which: number): { receipt: string; model: ModelDelivery }[] {
    // Mostly recent deliveries; old ones must be refused.
    const chosen =
      this.#deliveries[this.#deliveries.length - 1 - (which % Math.max(1, this.#deliveries.length))];
    return chosen ? [chosen] : [];
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'receipt-expired');
    return false;
  }
}

const message = fc.record(
  {
    body: fc.integer({ min: 0, max: 999 }),
    group: fc.constantFrom('a', 'b'),
    dedupKey: fc.constantFrom('k', 'l', 'm'),
    delayMs: fc.integer({ min: 0, max: 4 }).map(steps => steps * STEP_MS),
  },
  { requiredKeys: ['body'] },
);
const plain = fc.record({ body: fc.integer({ min: 0, max: 999 }) });
const messages = fc.oneof(
  fc.array(plain, { minLength: 1, maxLength: 5 }),
  fc.array(message, { minLength: 1, maxLength: 5 }),
);
const which = fc.nat({ max: 12 });
const steps = fc.integer({ min: 0, max: 4 });
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('publish' as const), messages }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('receive' as const), max: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('delete' as const, 'deleteIn' as const),
      which: fc.array(which, { maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      which,
      steps,
      error: fc.constantFrom(null, 'e1', 'e2'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('extend' as const), which, steps }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deadLetter' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('advance' as const), steps: fc.constantFrom(1, 1, 2, 3, 9_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('redrive' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const) }) },
);
