import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(`${import.meta.dirname}/end-process.ts`).href;

test('RUN-3: a process that something keeps alive after its command ends with its code, and names what was left', async () => {
  const leftovers = `
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    setInterval(() => {}, 1000);`;
  const { code, stderr } = await runWith(leftovers);
  assert.equal(code, 3);
  assert.match(stderr, /^broadsheet: ended by force; still alive:\nactive resources: .*Timeout/);
  assert.match(stderr, /ChildProcess/);
});

test('a process with nothing left ends and writes nothing', async () => {
  const { code, stderr } = await runWith('', 600_000);
  assert.deepEqual([code, stderr], [3, '']);
});

async function runWith(leftovers: string, graceMs = 1): Promise<{ code: number; stderr: string }> {
  const script = `
    import { endWhateverIsLeft } from '${MODULE}';
    process.exitCode = 3;
    ${leftovers}
    endWhateverIsLeft(process, ${graceMs});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
}
