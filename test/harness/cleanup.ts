import { after } from 'node:test';

/** Runs after the file's tests, in reverse order of registration. */
export function atEnd(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup);
}

const cleanups: (() => Promise<void> | void)[] = [];

// At the top of the file: inside a test the hook would belong to that test alone.
after(runAll);

async function runAll(): Promise<void> {
  const failures: unknown[] = [];
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
    try {
      await cleanup();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'cleaning up after the tests failed');
}
