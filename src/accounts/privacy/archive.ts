import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Transaction } from '../../platform/database/port.ts';
import { jsonb, row } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';
import { PERSONAL_DATA } from './catalogue.ts';
import { fileName, type PersonalData } from './personal-data.ts';
import { readme } from './readme.ts';
import type { Spool } from './spool.ts';

/** README.txt, account.json, then a file for each other table, a few rows at a time. */
export async function writeArchive(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  spool: Pick<Spool, 'write'>,
): Promise<void> {
  const mtime = new Date(context.clock.now());
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, spool.write());
  zip.on('error', error => destroy(zip.outputStream, error));
  zip.addBuffer(Buffer.from(readme(context, mtime)), 'README.txt', { mtime });
  for (const data of accountFirst(PERSONAL_DATA))
    zip.addReadStream(Readable.from(jsonOf(tx, data, userId)), fileName(data), { mtime });
  zip.end();
  await written;
}

function accountFirst(all: readonly PersonalData[]): PersonalData[] {
  return [...all].sort((a, b) => Number(b.table === 'users') - Number(a.table === 'users'));
}

/** The account is one object, everything else a list of them. */
async function* jsonOf(tx: Transaction, data: PersonalData, userId: string): AsyncGenerator<string> {
  const isList = data.table !== 'users';
  if (isList) yield '[';
  let first = true;
  for await (const item of rowsOf(tx, data.export(userId))) {
    yield `${first ? '' : ','}${isList ? '\n' : ''}${JSON.stringify(item, null, 2)}`;
    first = false;
  }
  yield isList ? '\n]\n' : '\n';
}

/** Through a cursor: a person's history may be longer than what fits into memory. */
async function* rowsOf(tx: Transaction, statement: Statement): AsyncGenerator<unknown> {
  await tx.execute(sql`
    declare personal_data no scroll cursor for select to_jsonb(item) as item from (${statement}) as item
  `);
  for (;;) {
    const batch = await tx.many(ItemRow, sql`fetch 500 from personal_data`);
    for (const { item } of batch) yield item;
    if (batch.length === 0) break;
  }
  await tx.execute(sql`close personal_data`);
}

/** The library tells of a failed entry, but leaves its output open for ever. */
function destroy(stream: NodeJS.ReadableStream, error: Error): void {
  if (stream instanceof Readable) stream.destroy(error);
}

const ItemRow = row({ item: jsonb });
