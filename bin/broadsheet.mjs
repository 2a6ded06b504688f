#!/usr/bin/env node
// RUN-6: whatever Node the machine has, the program runs on the one that package.json pins.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pinned = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
const child = spawn(pinned, [join(root, 'src', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', error => {
  console.error(`broadsheet: the pinned Node could not be started (${error.message}); run npm ci again`);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
