import type { Queryable } from './port.ts';
import { bool, row, text } from './rows.ts';
import { sql } from './sql.ts';

/** The fingerprint of the secret that the processes of this database share; null when none is recorded yet. */
export async function readFingerprint(queryable: Queryable): Promise<string | null> {
  if (!(await hasTable(queryable))) return null;
  const found = await queryable.maybe(Fingerprint, sql`select fingerprint from installation_secret`);
  return found?.fingerprint ?? null;
}

/** Records the fingerprint unless another process has; returns the recorded one. */
export async function recordFingerprint(queryable: Queryable, fingerprint: string): Promise<string | null> {
  const known = await readFingerprint(queryable);
  if (known !== null) return known;
  await queryable.execute(
    sql`insert into installation_secret (fingerprint) values (${fingerprint}) on conflict do nothing`,
  );
  return readFingerprint(queryable);
}

/** For a restore or a new secret. Without the table, which older backups lack, the next start records it. */
export async function replaceFingerprint(queryable: Queryable, fingerprint: string): Promise<void> {
  if (!(await hasTable(queryable))) return;
  await queryable.execute(sql`
    insert into installation_secret (fingerprint) values (${fingerprint})
    on conflict (is_the_only_one) do update set fingerprint = excluded.fingerprint
  `);
}

async function hasTable(queryable: Queryable): Promise<boolean> {
  const { exists } = await queryable.one(
    row({ exists: bool }),
    sql`select to_regclass(format('%I.installation_secret', current_schema)) is not null as exists`,
  );
  return exists;
}

const Fingerprint = row({ fingerprint: text });
