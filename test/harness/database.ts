import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migrations.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { createPool, type PoolOptions } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { atEnd } from './cleanup.ts';
import { testServerUrl } from './postgres.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/**
 * A database for each test file, copied from a migrated template in some 50 ms (`file_copy`; through the
 * write-ahead log it takes 300). It is dropped after the file's tests, and dropping fails when a connection
 * was leaked.
 */
export async function testDatabase(options: Partial<PoolOptions> = {}): Promise<TestDatabase> {
  const server = await testServerUrl();
  const template = await ensureTemplate(server);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(server, admin =>
    admin.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const url = withDatabase(server, name);
  const database = createPool({
    url,
    telemetry: createMemoryTelemetry(),
    patienceMs: PATIENCE_MS,
    ...options,
  });
  atEnd(async () => {
    await database.close();
    await dropWithoutForce(server, name);
  });
  return { database, url, name };
}

/** Longer than in production: on a busy machine connections open slowly, and no reader is waiting. */
const PATIENCE_MS = 20_000;

/** Every test database has partitions around this moment; ManualClock starts here. */
export const TEST_EPOCH = new Date(Date.UTC(2026, 0, 15, 12));

/** The name of the template contains a hash of the migrations, so changed migrations get a new template. */
async function ensureTemplate(server: string): Promise<string> {
  const template = `template_${await migrationsHash()}`;
  await asAdmin(server, async admin => {
    await admin.query('select pg_advisory_lock(7236511304521877)');
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (rowCount === 0) await buildTemplate(server, template, admin);
  });
  return template;
}

async function buildTemplate(server: string, template: string, admin: pg.Client): Promise<void> {
  await admin.query(`drop database if exists ${template}`);
  await admin.query(`create database ${template}`);
  const database = createPool({ url: withDatabase(server, template), telemetry: createMemoryTelemetry() });
  try {
    await migrate(database, MIGRATIONS, { now: () => TEST_EPOCH });
    await maintainPartitions(database, TEST_EPOCH);
  } finally {
    await database.close();
  }
  // Marked last, so that an interrupted template is never used.
  await admin.query(`alter database ${template} is_template true allow_connections false`);
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(name).update(await readFile(join(MIGRATIONS, name)));
  hash.update(await readFile(join(import.meta.dirname, '../../src/platform/database/partitions.ts')));
  return hash.digest('hex').slice(0, 16);
}

/** The leak check: connections that are still open were leaked by the test. */
async function dropWithoutForce(server: string, name: string): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    try {
      return await asAdmin(server, admin =>
        admin.query(`drop database if exists ${name}`).then(() => undefined),
      );
    } catch (error) {
      if (Date.now() > giveUpAt)
        throw new Error(`connections to ${name} were leaked by this test file`, { cause: error });
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

async function asAdmin<T>(server: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export interface TestDatabase {
  database: Database;
  url: string;
  name: string;
}
