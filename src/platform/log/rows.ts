import type { ColumnType } from '../database/rows.ts';

/** Offsets and lease tokens may outgrow what a number holds exactly. */
export const bigint: ColumnType<bigint> = { oids: [20], decode: BigInt, nullable: false };
