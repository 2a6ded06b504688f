import { parentPort, threadId } from 'node:worker_threads';

/** What a thread can be asked to do in the tests of the pool: to answer, and each way of not answering. */
parentPort?.on('message', (job: TestJob) => {
  DEEDS[job.does](job);
});

const DEEDS: Readonly<Record<TestJob['does'], (job: TestJob) => void>> = {
  answer: ({ with: value }) => parentPort?.postMessage({ value, threadId } satisfies TestResult),
  loop: () => {
    for (;;);
  },
  throw: () => {
    throw new TypeError('not this one');
  },
  exit: () => process.exit(0),
  exhaust: () => {
    const held: string[][] = [];
    for (;;) held.push(Array.from({ length: 1_000 }, (_, n) => `${held.length} ${n}`));
  },
  'answer and then exit': job => {
    DEEDS.answer(job);
    setImmediate(() => process.exit(0));
  },
};

export interface TestJob {
  readonly does: 'answer' | 'loop' | 'throw' | 'exit' | 'exhaust' | 'answer and then exit';
  readonly with?: unknown;
}

export interface TestResult {
  readonly value: unknown;
  readonly threadId: number;
}
