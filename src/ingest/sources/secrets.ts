import { Problem } from '../../errors.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';

/** SRC-5: request headers of a source, sealed; null takes them away. They are never shown again. */
export async function setSecrets(
  tx: Transaction,
  keys: Keys,
  id: string,
  headers: Readonly<Record<string, string>> | null,
): Promise<void> {
  const sealed = headers && keys.seal('source-secrets', Buffer.from(JSON.stringify(headers)));
  const changed = await tx.execute(sql`
    update sources set secrets = ${sealed}, updated_at = now() where id = ${id}
  `);
  if (changed === 0) throw new Problem('source-not-found');
}
