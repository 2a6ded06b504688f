import { reportAlive } from '../lib/alive.ts';

/**
 * RUN-3: ends a process whose command has returned, even if a forgotten thread, child process or timer keeps it alive:
 * supervisors wait for the end. Anything left is a defect and is reported on standard error. The timer is unreferenced:
 * it fires only when something else keeps the process alive.
 */
export function endWhateverIsLeft(process: LeavingProcess, graceMs = GRACE_MS): void {
  setTimeout(async () => {
    const code = process.exitCode ?? 0;
    process.stderr.write(`broadsheet: ended by force; still alive:\n${await reportAlive()}\n`);
    process.exit(code);
  }, graceMs).unref();
}

/** Output that a slow reader has not taken yet may take a moment. */
const GRACE_MS = 2_000;

type LeavingProcess = Pick<NodeJS.Process, 'exit' | 'exitCode' | 'stderr'>;
