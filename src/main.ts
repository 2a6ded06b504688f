import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './compile-cache.ts';

// RUN-3: the compile cache halves the work of a start. Threads and child processes read its location from the variable.
// Where it cannot be written, everything is compiled each time.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

const { runCommandLine } = await import('./cli/dispatch.ts');
const { processTerminal } = await import('./cli/terminal.ts');
const { endWhateverIsLeft } = await import('./cli/end-process.ts');

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  workingDirectory: process.cwd(),
  terminal: processTerminal(process),
  signals: process,
  process,
});
endWhateverIsLeft(process);
