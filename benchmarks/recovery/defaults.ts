import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PgBoss } from 'pg-boss';

/** A quarter of an hour is too long to wait: reads the default from pg-boss. */
export async function pgBossDefault(url: string): Promise<Default> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue('feeds');
    const queue = await boss.getQueue('feeds');
    return {
      seconds: queue?.expireInSeconds ?? '-',
      knownFrom: 'its queue (expireInSeconds); not measured',
    };
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Reads the time from the SQL in its source, where it is a constant, so that a new version shows. */
export async function graphileWorkerDefault(): Promise<Default> {
  const entry = path.dirname(fileURLToPath(import.meta.resolve('graphile-worker')));
  const text = await readFile(path.join(entry, 'sql/resetLockedAt.js'), 'utf8').catch(() => '');
  const hours = /interval '(\d+) hours'/.exec(text)?.[1];
  return {
    seconds: hours === undefined ? '-' : Number(hours) * 3_600,
    knownFrom: 'its source (resetLockedAt); not measured',
  };
}

interface Default {
  readonly seconds: number | string;
  readonly knownFrom: string;
}
