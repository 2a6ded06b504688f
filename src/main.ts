import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// RUN-3: what was compiled is kept beside the packages, and a start takes half the work. Threads and processes that this
// one starts go by the variable. Where nobody may write, everything is compiled each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled');
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
