import type { Transaction } from '../database/port.ts';
import { sql } from '../database/sql.ts';
import type { TaskKind } from './port.ts';

/** Inserts its payload: one row of `effects` for each run that took effect. */
export const WRITES: TaskKind = {
  name: 'writes',
  summary: 'Inserts its payload',
  run: (tx, { payload }) => writeEffect(tx, payload),
};

export async function writeEffect(tx: Transaction, what: unknown): Promise<void> {
  await tx.execute(sql`insert into effects (what) values (${String(what)})`);
}

export const EFFECTS_TABLE = sql`create table effects (what text not null)`;
