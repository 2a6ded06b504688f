/**
 * Combines concurrent calls into batches. The first call waits for the end of this turn of the event loop;
 * while batches are in flight, later calls are collected and sent as one batch when a lane is free. So a single caller
 * never waits for others, and the more callers there are, the fewer statements each of them costs.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const pending: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || running >= options.lanes || pending.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void runBatch();
    });
  };
  const runBatch = async () => {
    const batch = takeBatch(pending, options);
    if (batch.length === 0) return;
    running++;
    schedule();
    try {
      const results = await options.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running--;
    schedule();
  };
  return item =>
    new Promise<Result>((resolve, reject) => {
      pending.push({ item, resolve, reject });
      schedule();
    });
}

function takeBatch<Item, Result>(
  pending: Waiting<Item, Result>[],
  { weigh, maxWeight }: BatcherOptions<Item, Result>,
): Waiting<Item, Result>[] {
  let [count, weight] = [0, 0];
  for (const { item } of pending) {
    weight += weigh(item);
    if (count > 0 && weight > maxWeight) break;
    count++;
  }
  return pending.splice(0, count);
}

export type Batcher<Item, Result> = (item: Item) => Promise<Result>;

export interface BatcherOptions<Item, Result> {
  /** One result per item, in their order. A rejection rejects every caller of the batch. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum number of batches in flight. */
  readonly lanes: number;
  readonly weigh: (item: Item) => number;
  /** Maximum weight of a batch of several items. */
  readonly maxWeight: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
