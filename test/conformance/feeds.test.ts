import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** The development part of the feed conformance suite, run by its own runner over our adapter. */
const DATA = process.env['BROADSHEET_DATA'];
const MIN_SHARE = 0.985;

test(`PARSE-1: at least ${MIN_SHARE * 100} % of the feed conformance suite is read as expected`, {
  skip: DATA === undefined && 'set BROADSHEET_DATA to the folder with the development data',
}, async () => {
  const runner = join(DATA ?? '', 'conformance/run-feeds.mjs');
  const adapter = join(import.meta.dirname, 'adapters/feeds.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [runner, adapter, '--fails']);
  const result = /^suite: passed (\d+) of (\d+)$/m.exec(stdout);
  assert.ok(result, `output of the runner: ${stdout.slice(-500)}`);
  const [, passed, total] = result.map(Number);
  assert.ok(Number(passed) / Number(total) >= MIN_SHARE, stdout.slice(0, 5_000));
});
