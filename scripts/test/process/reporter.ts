import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { spec } from 'node:test/reporters';
import { endWatch } from './end-watch.ts';
import { type Result, send } from './messages.ts';

/** Prints the output of the spec reporter without its totals, and sends the result of every test to the runner. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  yield* Readable.from(observe(events)).compose(new spec());
}

async function* observe(events: AsyncIterable<TestEvent>): AsyncIterable<TestEvent> {
  for await (const event of events) {
    observeOne(event);
    if (!isHidden(event)) yield event;
  }
}

function observeOne(event: TestEvent): void {
  const { type, data } = event;
  if (type === 'test:enqueue' && data.nesting === 0) endWatch.testBegan();
  if (type === 'test:complete' && data.nesting === 0) endWatch.testEnded();
  if (type !== 'test:pass' && type !== 'test:fail') return;
  if (isHidden(event)) return;
  send({
    type: 'test',
    result: resultOf(event),
    name: data.name,
    file: data.file ?? '',
    seconds: data.nesting === 0 ? data.details.duration_ms / 1_000 : 0,
  });
}

function resultOf({ type, data }: TestEvent & { type: 'test:pass' | 'test:fail' }): Result {
  if (data.skip !== undefined && data.skip !== false) return 'skipped';
  if (data.todo !== undefined && data.todo !== false) return 'todo';
  if (type === 'test:fail') return 'failed';
  return data.details.type === 'suite' ? 'suite' : 'passed';
}

/** Hides the totals of this process, because the runner prints those of all, and the test that waits for the files. */
function isHidden({ type, data }: TestEvent): boolean {
  if (type === 'test:diagnostic' && data.nesting === 0) return TOTAL.test(data.message);
  return isLoading(data) && type !== 'test:fail';
}

function isLoading(data: TestEvent['data']): boolean {
  return data !== undefined && 'file' in data && data.file === ENTRY;
}

const ENTRY = join(import.meta.dirname, 'main.ts');
const TOTAL = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;
