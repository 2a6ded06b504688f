import { parentPort, threadId } from 'node:worker_threads';

/** The jobs of the pool's tests: an answer, and each way to fail. */
parentPort?.on('message', (job: TestJob) => {
  JOBS[job.does](job);
});

const JOBS: Readonly<Record<TestJob['does'], (job: TestJob) => void>> = {
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
    JOBS.answer(job);
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
