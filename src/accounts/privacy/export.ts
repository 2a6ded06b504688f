import type { Readable } from 'node:stream';
import type { Principal } from '../../model/principal.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, Client } from '../context.ts';
import { archiveOf } from './archive.ts';
import { openSpool } from './spool.ts';

/**
 * AUTH-4: everything about a person as one zip archive, all of it as of one moment. It is written to a
 * nameless file first: the transaction then lasts as long as we write, not as long as somebody downloads,
 * and what goes wrong is an error instead of half an archive. Whoever gets the stream reads or destroys it.
 */
export async function exportAccount(
  context: AccountsContext,
  { userId }: Principal,
  client: Client,
): Promise<Readable> {
  const spool = await openSpool();
  try {
    await context.database.transaction(tx => spool.refill(archiveOf(tx, context, userId)), {
      isolation: 'repeatable read',
      readOnly: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    await audit(context.database, context, {
      actor: { kind: 'user', id: userId },
      action: 'account.export-made',
      subject: { kind: 'user', id: userId },
      client,
    });
    return spool.read();
  } catch (error) {
    await spool.close();
    throw error;
  }
}

const STATEMENT_TIMEOUT_MS = 60_000;
