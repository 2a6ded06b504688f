import { createFirstOperatorLink } from './accounts/index.ts';
import type { Config } from './config.ts';
import { accountsOf, type Installation, type InstallationOptions, openInstallation } from './context.ts';
import { systemClock } from './lib/clock.ts';
import { busyShareOfEventLoop, collectWhenIdle } from './lib/idle-memory.ts';
import type { RunningRole } from './roles/role.ts';
import { ROLES, START_ORDER } from './roles/roles.ts';

/** The program: an installation with its roles running on it. */
export interface Program {
  /** Its address; undefined when this process does not run the web role. */
  readonly url: string | undefined;
  readonly databaseDirectory: string | undefined;
  readonly databaseRunsAs: string | undefined;
  /** A link that makes the first person who uses it the operator; null when there is an operator. */
  readonly operatorLink: { readonly url: string; readonly expiresAt: Date } | null;
  /** Resolves when all pending work is done. For tests. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startProgram(config: Config, options: ProgramOptions = {}): Promise<Program> {
  const installation = await openInstallation(config, options);
  const stopping = new AbortController();
  const collecting = collectGarbage(installation, stopping.signal);
  const running: RunningRole[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      stopping.abort();
      await collecting;
      // Roles can stop concurrently, because none needs another to finish; the stores close last.
      const ends = await Promise.allSettled(running.map(role => role.stop()));
      await installation.close();
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    })();
    return stopped;
  };
  try {
    for (const role of START_ORDER)
      if (config.roles.includes(role)) running.unshift(await ROLES[role](installation));
    const url = running.find(role => role.url !== undefined)?.url;
    return {
      url,
      databaseDirectory: installation.databaseDirectory,
      databaseRunsAs: installation.databaseRunsAs,
      operatorLink:
        url !== undefined && options.firstOperatorLink ? await operatorLink(installation, url) : null,
      drain: async () => {
        for (const role of running) await role.drain();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Only a process that started for a small size can. */
async function collectGarbage({ size }: Installation, signal: AbortSignal): Promise<void> {
  const { gc } = globalThis;
  if (size.runtime === null || gc === undefined) return;
  await collectWhenIdle(signal, {
    clock: systemClock,
    heapBytes: () => process.memoryUsage().heapUsed,
    busyShare: busyShareOfEventLoop(),
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
}

async function operatorLink(installation: Installation, url: string): Promise<Program['operatorLink']> {
  const link = await createFirstOperatorLink(accountsOf(installation, url));
  return link && { url: `${url}/operator?code=${link.secret}`, expiresAt: link.expiresAt };
}

export interface ProgramOptions extends InstallationOptions {
  /** Whether to create the link while there is no operator. A new link invalidates the previous one. */
  firstOperatorLink?: boolean;
}
