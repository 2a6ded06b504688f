import { writeSync } from 'node:fs';

/**
 * What a test process tells the runner, one line of JSON each, over its own pipe: standard output belongs to the
 * tests. Messages are written synchronously, so that none is lost when the process crashes.
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
  /** Only of a test at the top of its file: it contains the time of its subtests. */
  readonly seconds: number;
}

/** All tests are over, and the process has not ended in time. */
export interface AliveMessage {
  readonly type: 'alive';
  readonly report: string;
}

export type Result = 'passed' | 'failed' | 'skipped' | 'todo' | 'suite';

/** The first argument of a test process, as JSON. */
export interface Assignment {
  readonly files: readonly string[];
  readonly limits: Limits;
  /** The seed of properties, for files that state some: loading fast-check takes as long as many a file. */
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
