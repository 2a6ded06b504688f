import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../../telemetry/port.ts';
import { EngineFailed } from './errors.ts';
import { listProcesses, type RunningProcess, signal } from './processes.ts';
import { poll } from './wait.ts';

/**
 * Ends all processes that still run on a cluster that we have locked: a whole server whose wrapper was killed with
 * us, or the processes of one whose postmaster was killed. Fast shutdown first, then immediate, then SIGKILL;
 * PostgreSQL recovers from each. Only then can no old process write to files that a new server has taken over.
 */
export async function stopOrphans(cluster: string, clock: Clock, log: Logger): Promise<void> {
  const name = clusterName(cluster);
  const found = await serverProcesses(name);
  if (found.length > 0) {
    log.warn('postgres.leftover_processes_stopped', { cluster, processes: found.length });
    if (!(await stopAll(name, clock))) {
      const left = (await serverProcesses(name)).map(({ pid }) => pid).join(', ');
      throw new EngineFailed(
        `PostgreSQL still runs on ${cluster} and cannot be stopped (processes ${left}). End them, then start again.`,
      );
    }
  }
  // When another process has reused a dead server's pid, PostgreSQL mistakes it for a running server.
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * All processes of a server carry its name in their titles, which distinguishes them from every other PostgreSQL on
 * the machine. Every user can read titles; even root in a container may not read working directories.
 */
export function clusterName(cluster: string): string {
  return `broadsheet-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
}

async function stopAll(name: string, clock: Clock): Promise<boolean> {
  for (const step of STEPS) {
    for (const each of await serverProcesses(name)) {
      // SIGINT is for the postmaster alone: in the others it only cancels the current statement.
      if (step.signal !== 'SIGINT' || isPostmaster(each, name)) signal(each.pid, step.signal);
    }
    const patience = (await serverProcesses(name)).some(each => isPostmaster(each, name))
      ? step.maxMs
      : WITHOUT_POSTMASTER_MS;
    const gone = await poll(async () => ((await serverProcesses(name)).length === 0 ? true : undefined), {
      clock,
      every: 50,
      maxMs: patience,
    });
    if (gone) return true;
  }
  return false;
}

const STEPS: readonly { signal: NodeJS.Signals; maxMs: number }[] = [
  { signal: 'SIGINT', maxMs: 5_000 },
  { signal: 'SIGQUIT', maxMs: 2_000 },
  { signal: 'SIGKILL', maxMs: 2_000 },
];

/** Processes without a postmaster exit on their own, unless they are in the middle of something long. */
const WITHOUT_POSTMASTER_MS = 500;

async function serverProcesses(name: string): Promise<RunningProcess[]> {
  const all = await listProcesses();
  return all.filter(each => isPostmaster(each, name) || each.command.startsWith(`postgres: ${name}: `));
}

/** The wrapper's command line contains the server's, so the beginning is checked too. */
function isPostmaster({ command }: RunningProcess, name: string): boolean {
  return command.includes(`cluster_name=${name}`) && !command.startsWith('/bin/sh ');
}
