import type { Readable } from 'node:stream';
import type { Principal } from '../../model/principal.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { archiveOf } from './archive.ts';
import { openSpool } from './spool.ts';

/**
 * AUTH-4: all data about a person as one zip archive, consistent as of one moment. It is written to an unlinked file
 * first: the transaction then does not last as long as the download, and a failure is an error instead of half an
 * archive. The caller reads the stream or destroys it.
 */
export async function exportAccount(
  context: AccountsContext,
  { userId }: Principal,
  client: ClientInfo,
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
