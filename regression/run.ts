import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `npm run regression [-- name ...] [--flag value ...]`: runs the heavy tests one after the other and reports
 * failures.
 */
const HERE = import.meta.dirname;
const all = (await readdir(HERE))
  .filter(name => name.endsWith('.ts') && name !== 'run.ts')
  .map(name => name.slice(0, -3));
const given = process.argv.slice(2);
const flagsAt = given.findIndex(argument => argument.startsWith('--'));
const wanted = flagsAt < 0 ? given : given.slice(0, flagsAt);
const flags = flagsAt < 0 ? [] : given.slice(flagsAt);
const unknown = wanted.filter(name => !all.includes(name));
if (unknown.length > 0) {
  console.error(`unknown regression: ${unknown.join(', ')}; known: ${all.join(', ')}`);
  process.exit(2);
}

let failed = 0;
const chosen = wanted.length > 0 ? wanted : all;
for (const name of chosen) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const ok = (await run(name)) === 0;
  if (!ok) failed++;
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name} (${Math.round((performance.now() - began) / 1_000)} s)`);
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function run(name: string): Promise<number> {
  const child = spawn(process.execPath, [join(HERE, `${name}.ts`), ...flags], { stdio: 'inherit' });
  return new Promise(resolve => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}
