import { runCommandLine } from './cli/dispatch.ts';
import { processTerminal } from './cli/terminal.ts';

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  workingDirectory: process.cwd(),
  terminal: processTerminal(process),
  signals: process,
});
