import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Principal } from '../../model/principal.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { archiveOf } from './archive.ts';

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

/**
 * An unlinked file: it is removed as soon as it is open, so no other process finds it and nothing remains when the
 * process ends, however it ends.
 */
async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `broadsheet-export-${randomUUID()}`);
  // Append mode, so that writes after a truncation start at the beginning.
  const file = await open(path, 'ax+', 0o600);
  await rm(path);
  return {
    refill: async chunks => {
      await file.truncate(0);
      for await (const chunk of chunks) await file.appendFile(chunk);
    },
    read: () => file.createReadStream({ start: 0 }),
    close: () => file.close(),
  };
}

interface Spool {
  /** Replaces the content. */
  refill(chunks: AsyncIterable<string | Buffer>): Promise<void>;
  /** Closes the file when it has been read or is destroyed. */
  read(): Readable;
  close(): Promise<void>;
}
