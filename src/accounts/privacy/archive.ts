import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PersonalData } from '../../platform/database/personal-data.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { jsonb, row } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';
import { ERASURE_TAKES_MS } from './erasure.ts';

/**
 * README.txt, account.json, then one file per table, a few rows at a time. However it ends, no statement is still
 * running afterwards: the connection goes back to the pool.
 */
export async function* archiveOf(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
): AsyncGenerator<string | Buffer> {
  const mtime = new Date(context.clock.now());
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.addBuffer(Buffer.from(readme(context, mtime)), 'README.txt', { mtime });
  const sources = accountFirst(context.personalData).map(data => {
    const source = Readable.from(jsonOf(tx, data, userId));
    // yazl ignores errors of its sources.
    source.on('error', error => output.destroy(error));
    zip.addReadStream(source, fileName(data), { mtime });
    return source;
  });
  zip.end();
  try {
    yield* output;
  } finally {
    await Promise.all(sources.map(closed));
  }
}

async function closed(source: Readable): Promise<void> {
  if (source.closed) return;
  source.destroy();
  await once(source, 'close');
}

function accountFirst(all: readonly PersonalData[]): PersonalData[] {
  return [...all].sort((a, b) => Number(b.table === 'users') - Number(a.table === 'users'));
}

/** The account is one object, every other file a list. */
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

/** Through a cursor: a history may not fit into memory. */
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

const ItemRow = row({ item: jsonb });

/** Explains the files of the archive to the person who opens it. */
function readme(
  { config, origin, personalData }: Pick<AccountsContext, 'config' | 'origin' | 'personalData'>,
  at: Date,
): string {
  return `${config.name} (${origin})
Everything this installation holds about you, as of ${at.toISOString()}

The files are JSON. Times are in UTC.

${personalData.map(describe).join('\n')}
If you erase your account, all of this is removed or made anonymous within ${ERASURE_TAKES_MS / 3_600_000} hours, except:

${personalData.map(kept).join('')}`;
}

function fileName({ table }: Pick<PersonalData, 'table'>): string {
  return table === 'users' ? 'account.json' : `${table}.json`;
}

function describe(data: PersonalData): string {
  const withheld = Object.entries(data.withheld).map(
    ([column, reason]) => `    without ${column}: ${reason}\n`,
  );
  return `${fileName(data)}: ${data.label}\n    ${data.describe}\n${withheld.join('')}`;
}

function kept({ label, erase }: PersonalData): string {
  return 'keep' in erase ? `${label}: ${erase.keep}\n` : '';
}
