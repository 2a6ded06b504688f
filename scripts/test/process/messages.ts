import { writeSync } from 'node:fs';

/**
 * Messages of a test process to the runner, one line of JSON each, over a separate pipe, because standard output belongs
 * to the tests. Messages are written synchronously, so that none is lost when the process crashes.
 */
export function send(message: Message): void {
  writeSync(PIPE, `${JSON.stringify(message)}\n`);
}

const PIPE = 3;

export type Message = TestMessage | AliveMessage;

export interface TestMessage {
  readonly type: 'test';
  readonly result: Result;
  readonly name: string;
  readonly file: string;
  /** 0 for subtests; the time of a top-level test includes them. */
  readonly seconds: number;
}

/** All tests are over, but the process has not ended in time. */
export interface AliveMessage {
  readonly type: 'alive';
  readonly report: string;
}

export type Result = 'passed' | 'failed' | 'skipped' | 'todo' | 'suite';

/** The first argument of a test process, as JSON. */
export interface Assignment {
  readonly files: readonly string[];
  readonly limits: Limits;
  /** Only for files with property tests: loading fast-check takes as long as many a test file. */
  readonly propertySeed?: number;
}

export interface Limits {
  /** How long a process may live once its tests and their hooks are over. */
  readonly exitMs: number;
  /** How long the hooks after the last test may take. */
  readonly cleanupMs: number;
  /** How long a process may take for everything. */
  readonly unitMs: number;
}
