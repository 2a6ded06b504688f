import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { eventually } from '../../test/harness/eventually.ts';
import { readDurations } from './durations.ts';
import { reportFlaky, reportTotals } from './report.ts';
import { type Outcome, type RunOptions, runUnits } from './runner.ts';
import { planUnits } from './units.ts';

/** The runner runs small test files that hang, crash, fail once or fail always. */
const root = await mkdtemp(join(tmpdir(), 'broadsheet-runner-'));
after(() => rm(root, { recursive: true, force: true }));

const PASSING = `import { suite, test } from 'node:test';
suite('a suite', () => test('passes', () => {}));
test.skip('is skipped', () => {});`;
const FAILING = `import { test } from 'node:test';
test('passes', () => {});
test('fails', () => { throw new Error('as it should'); });`;
const HANGING = `import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { test } from 'node:test';
test('leaves a server and a process', () => {
  createServer().listen(0, '127.0.0.1');
  setInterval(() => {}, 1_000);
  spawn('sleep', ['1234']);
});`;
const FLAKY = `import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('passes from its second run on', () => {
  const marker = new URL('./marker', import.meta.url);
  if (existsSync(marker)) return;
  writeFileSync(marker, '');
  throw new Error('the first run');
});`;

test('passed, failed and skipped tests are counted over all processes', async () => {
  const outcome = await run({ 'passing.mjs': PASSING, 'failing.mjs': FAILING });
  assert.equal(outcome.ok, false);
  assert.match(outcome.printed, /# failing\.mjs.*✔ passes.*✖ fails.*as it should/s);
  assert.match(outcome.printed, /\nfailed:\n✖ failing\.mjs: fails\n/);
  assert.match(outcome.printed, /\nℹ tests 4\nℹ suites 1\nℹ pass 2\nℹ fail 1\nℹ skipped 1\n/);
  assert.doesNotMatch(outcome.printed, /flaky:/);
  assert.equal(
    outcome.printed.match(/^# failing/gm)?.length,
    2,
    'a file that fails twice is not run a third time',
  );
});

test('a process that stays alive after its last test is killed with its children and counts as failed', async () => {
  const outcome = await run({ 'hanging.mjs': HANGING }, { exitMs: 300 });
  assert.equal(outcome.ok, false);
  assert.match(outcome.printed, /✔ leaves a server and a process/);
  assert.match(outcome.printed, /✖ hanging\.mjs: something keeps it alive after its last test \(0\.3 s\)/);
  assert.match(outcome.printed, /active resources: .*TCPServerWrap/);
  assert.match(outcome.printed, /server on \{"address":"127\.0\.0\.1"/);
  const child = /child process (\d+): sleep 1234/.exec(outcome.printed)?.[1];
  assert.ok(child, outcome.printed);
  await eventually(async () => {
    const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => 'State: gone');
    assert.match(status, /State:\s+(gone|Z)/, 'its child process is gone too');
  });
  assert.match(outcome.printed, /ℹ pass 1\nℹ fail 1\n/);
});

test('a hook after the last test that does not end is reported', async () => {
  const text = `import { after, test } from 'node:test';
    test('passes', () => {});
    after(() => new Promise(resolve => setTimeout(resolve, 3_600_000)));`;
  const outcome = await run({ 'hook.mjs': text }, { cleanupMs: 300 });
  assert.match(outcome.printed, /✖ hook\.mjs: the hooks after its last test have not ended \(0\.3 s\)/);
  assert.match(outcome.printed, /active resources: .*Timeout/);
});

test('a hook that fails after the last test is a failure', async () => {
  const text = `import { after, test } from 'node:test';
    test('passes', () => {});
    after(() => { throw new Error('a leak'); });`;
  const outcome = await run({ 'leak.mjs': text });
  assert.match(outcome.printed, /a leak/);
  assert.match(outcome.printed, /ℹ pass 1\nℹ fail 1\n/);
});

test('a file that fails once and then passes twice alone counts as passed and is listed as flaky', async () => {
  const outcome = await run({ 'flaky.mjs': FLAKY, 'passing.mjs': PASSING });
  assert.equal(outcome.ok, true);
  assert.match(outcome.printed, /\nflaky:\n {2}flaky\.mjs\n\n/);
  assert.match(outcome.printed, /ℹ pass 2\nℹ fail 0\n/);
  assert.equal(outcome.printed.match(/^# flaky/gm)?.length, 3);
});

test('in a shared process only the file that failed runs again', async () => {
  const outcome = await run({ 'flaky.mjs': FLAKY, 'passing.mjs': PASSING }, { isShared: true });
  assert.deepEqual(outcome.flaky, ['flaky.mjs']);
  assert.match(outcome.printed, /ℹ pass 2\nℹ fail 0\n/);
  assert.equal(outcome.printed.match(/✔ passes\b(?! from)/g)?.length, 1);
});

test('a file that cannot be loaded and a process that crashes count as failed', async () => {
  const outcome = await run({
    'broken.mjs': `import './missing.mjs';`,
    'crashing.mjs': `import { test } from 'node:test';\ntest('crashes', () => process.kill(process.pid, 'SIGSEGV'));`,
  });
  assert.match(outcome.printed, /✖ broken\.mjs: .*broken\.mjs can be loaded/);
  assert.match(outcome.printed, /Cannot find module/);
  assert.match(outcome.printed, /✖ crashing\.mjs: ended with SIGSEGV/);
  assert.match(outcome.printed, /ℹ fail 2\n/);
});

test('a process that takes too long is killed, even when it is busy', async () => {
  const outcome = await run({ 'busy.mjs': 'for (;;);' }, { unitMs: 500 });
  assert.match(outcome.printed, /✖ busy\.mjs: took longer than 0\.5 s/);
});

test('a run that takes too long still prints its totals, and files that did not run count as failed', async () => {
  const waiting = `import { test } from 'node:test';\ntest('waits', () => new Promise(done => setTimeout(done, 3_600_000)));`;
  const names = Array.from({ length: 20 }, (_, index) => `waiting-${index}.mjs`);
  const outcome = await run(Object.fromEntries(names.map(name => [name, waiting])), { runMs: 1_000 });
  assert.match(outcome.printed, /waiting-0\.mjs: the run took longer than 1 s/);
  assert.match(outcome.printed, /waiting-19\.mjs: did not run: the run took longer than 1 s/);
  assert.match(outcome.printed, /ℹ pass 0\nℹ fail 20\n/);
});

test('the file that took longest in the previous run starts first', async () => {
  await run({
    'short.mjs': PASSING,
    'slow.mjs': `import { test } from 'node:test';\ntest('s', () => new Promise(done => setTimeout(done, 400)));`,
  });
  const measured = await readDurations(root);
  assert.ok((measured.get('slow.mjs') ?? 0) > (measured.get('short.mjs') ?? Number.POSITIVE_INFINITY));
  const units = await planUnits(root, ['short.mjs', 'slow.mjs'], { separate: true });
  assert.deepEqual(
    units.map(({ files }) => files),
    [['slow.mjs'], ['short.mjs']],
  );
});

test('files share a process unless they load modules that start processes or connect, or set hooks', async () => {
  await writeAll({
    'pure.test.ts': `import { test } from 'node:test';\nimport { value } from './value.ts';\nimport type { Server } from 'node:http';`,
    'value.ts': `export const value = 1;`,
    'also-pure.test.ts': `import { suite } from 'node:test';`,
    'server.test.ts': `import { test } from 'node:test';\nimport './listens.ts';`,
    'listens.ts': `import { createServer } from 'node:http';`,
    'hook.test.ts': `import { beforeEach, test } from 'node:test';`,
  });
  const files = ['pure', 'also-pure', 'server', 'hook'].map(name => `${name}.test.ts`);
  const units = (await planUnits(root, files)).map(unit => unit.files.toSorted());
  assert.deepEqual(units.toSorted(), [
    ['also-pure.test.ts', 'pure.test.ts'],
    ['hook.test.ts'],
    ['server.test.ts'],
  ]);
});

test('files that use the same shared program share a process', async () => {
  const uses = (name: string) => `import { ${name} } from './shared-programs.ts';\nimport './listens.ts';`;
  await writeAll({
    'a.test.ts': uses('fullProgram'),
    'b.test.ts': uses('webProgram'),
    'c.test.ts': uses('fullProgram'),
    'shared-programs.ts': `export const fullProgram = 1;\nexport const webProgram = 2;`,
    'listens.ts': `import { createServer } from 'node:http';`,
  });
  const files = ['a', 'b', 'c'].map(name => `${name}.test.ts`);
  const units = (await planUnits(root, files)).map(unit => unit.files.toSorted());
  assert.deepEqual(units.toSorted(), [['a.test.ts', 'c.test.ts'], ['b.test.ts']]);
});

async function run(
  files: Readonly<Record<string, string>>,
  settings: Partial<Settings> = {},
): Promise<Outcome & { printed: string }> {
  await rm(join(root, 'marker'), { force: true });
  await writeAll(files);
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const { isShared = false, runMs, ...limits } = settings;
  const names = Object.keys(files);
  const units = isShared
    ? [{ files: names, seconds: 0 }]
    : names.map(name => ({ files: [name], seconds: 0 }));
  const outcome = await runUnits(units, {
    root,
    write,
    seed: 1,
    signal: new AbortController().signal,
    limits: { exitMs: 60_000, cleanupMs: 60_000, unitMs: 60_000, ...limits },
    ...(runMs === undefined ? {} : { runMs }),
  });
  reportFlaky(outcome.flaky, write);
  reportTotals(outcome.results, 0, write);
  return { ...outcome, printed };
}

async function writeAll(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

type Settings = NonNullable<RunOptions['limits']> & { isShared: boolean; runMs: number };
