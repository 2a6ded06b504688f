import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './compile-cache.ts';

// RUN-3: with what was compiled before, a start takes half the work. Threads and processes that this one starts go by the
// variable. Where nobody may write, everything is compiled each time.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

const { runCommandLine } = await import('./cli/dispatch.ts');
const { processTerminal } = await import('./cli/terminal.ts');

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  workingDirectory: process.cwd(),
  terminal: processTerminal(process),
  signals: process,
});
