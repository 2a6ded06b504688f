import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createFdDestination } from './stderr.ts';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-'));
after(() => rmSync(folder, { recursive: true }));

describe('lines written to a file descriptor', () => {
  it('arrive complete and in order, whatever their length', async () => {
    const file = join(folder, 'lines.log');
    const fd = openSync(file, 'w');
    const listeners = process.listenerCount('exit');
    const destination = createFdDestination(fd, () => assert.fail('nothing is lost'));
    const lines = Array.from({ length: 3_000 }, (_, n) => `${n} ${'ä€𝄞x'.repeat((n * 7_919) % 300)}\n`);
    lines.push(`${'€'.repeat(100_000)}\n`, 'last\n');
    for (const line of lines) destination.write(line);
    await destination.close();
    closeSync(fd);
    assert.equal(readFileSync(file, 'utf8'), lines.join(''));
    assert.equal(process.listenerCount('exit'), listeners);
  });

  it('are written without a close', async () => {
    const { stderr, code } = await run(`log.info('hello');`);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stderr).msg, 'hello');
  });

  it('do not load the OpenTelemetry SDK without a collector', async () => {
    const { stderr } = await run(`
      const { createRequire } = await import('node:module');
      const loaded = Object.keys(createRequire('/').cache);
      log.info('loaded', { telemetry: loaded.filter(path => path.includes('@opentelemetry/sdk')), all: loaded.length });
    `);
    const { telemetry, all } = JSON.parse(stderr);
    assert.deepEqual(telemetry, []);
    assert.ok(all > 0);
  });

  it('are written on process.exit, those in flight and queued ones', async () => {
    // More than one write takes, but less than the capacity of a pipe.
    const { stderr, code } = await run(
      `for (let n = 0; n < 1000; n += 1) log.info('line ' + n); process.exit(3);`,
    );
    assert.equal(code, 3);
    const messages = stderr
      .trimEnd()
      .split('\n')
      .map((line): string => JSON.parse(line).msg);
    assert.deepEqual(new Set(messages), new Set(Array.from({ length: 1_000 }, (_, n) => `line ${n}`)));
    assert.equal(messages.length, 1_000);
  });

  it('are written when the process exits after telemetry was closed', async () => {
    const { stderr } = await run(`log.info('a'); await telemetry.close(); log.info('b'); process.exit();`);
    assert.match(stderr, /"msg":"a"\}\n.*"msg":"b"\}\n$/);
  });

  it('are written before a process dies of an uncaught error', async () => {
    const { stderr, code } = await run(`log.error('on the edge'); throw new Error('over');`);
    assert.equal(code, 1);
    assert.match(stderr, /"msg":"on the edge"/);
  });

  it('are lost on a full disk, and the program continues', async () => {
    // Without /dev/full, a read-only descriptor serves.
    const full = existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync(import.meta.filename, 'r');
    const child = start(KEEP_LOGGING, full);
    closeSync(full);
    const [stdout, [code]] = await Promise.all([text(streamOf(child.stdout)), once(child, 'exit')]);
    assert.deepEqual([stdout, code], ['alive\n', 0]);
  });

  it('are lost when the reader has gone, and the program continues', async () => {
    const child = start(KEEP_LOGGING);
    child.stderr?.destroy();
    const [stdout, [code]] = await Promise.all([text(streamOf(child.stdout)), once(child, 'exit')]);
    assert.deepEqual([stdout, code], ['alive\n', 0]);
  });

  it('are counted when lost, and the count is reported when lines can be written again', async () => {
    const file = join(folder, 'again.log');
    const readOnly = openSync(join(folder, 'lines.log'), 'r');
    const reported: number[] = [];
    const destination = createFdDestination(readOnly, lines => reported.push(lines));
    destination.write('one\n');
    destination.write('two\n');
    await destination.close();
    assert.deepEqual(reported, []);
    // Reopens the same descriptor for writing, as when a disk has space again.
    closeSync(readOnly);
    const writable = openSync(file, 'w');
    assert.equal(writable, readOnly, 'the lowest free descriptor is reused');
    destination.write('three\n');
    await destination.close();
    closeSync(writable);
    assert.deepEqual(reported, [2]);
    assert.equal(readFileSync(file, 'utf8'), 'three\n');
  });

  it('queue for a slow reader within bounded memory, and close does not wait for ever', async () => {
    const child = start(`
      const line = 'x'.repeat(4000);
      for (let n = 0; n < 10000; n += 1) log.info(line);
      const began = performance.now();
      await telemetry.close();
      console.log(JSON.stringify({ rss: process.memoryUsage().rss, took: performance.now() - began }));
      process.exit();
    `);
    child.stderr?.pause();
    const { rss, took } = JSON.parse(await text(streamOf(child.stdout)));
    assert.ok(took < 60_000, `closing took ${took} ms`);
    assert.ok(rss < 400_000_000, `${rss} bytes`);
  });
});

/** Each `close` waits until its lines were written or lost. */
const KEEP_LOGGING = `
  for (let n = 0; n < 5; n += 1) { log.info('line'); await telemetry.close(); }
  console.log('alive');
`;

async function run(script: string): Promise<{ stderr: string; code: number }> {
  const child = start(script);
  const [stderr, [code]] = await Promise.all([text(streamOf(child.stderr)), once(child, 'exit')]);
  return { stderr, code };
}

/** Runs `script` in a child process, with `log` and `telemetry` that write to its stderr. */
function start(script: string, stderr: 'pipe' | number = 'pipe'): ChildProcess {
  const load = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const whole = `
    import { createTelemetry } from ${load('./standard.ts')};
    import { systemClock } from ${load('../../../lib/clock.ts')};
    import { systemRandom } from ${load('../../../lib/random.ts')};
    const telemetry = await createTelemetry({
      level: 'info', format: 'json', role: 'web', version: '1', clock: systemClock, random: systemRandom,
    });
    const { log } = telemetry;
    ${script}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', whole], {
    stdio: ['ignore', 'pipe', stderr],
  });
}

function streamOf<T>(stream: T | null): T {
  return stream ?? assert.fail('the child has no such stream');
}
