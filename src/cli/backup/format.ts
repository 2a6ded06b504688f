import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/**
 * A backup is one file: a zstd stream (with its own checksum) of lines.
 *
 *   {"broadsheetBackup":1, ... }                 header: versions, migrations, tables, secret
 *   {"table":"users"}                            then, for each table of the header in its order,
 *   0198...<TAB>ada@example.org<TAB>\N           its rows as COPY writes them,
 *   \.                                           and COPY's own end mark
 *   {"sequences":[ ... ]}
 *   {"end":true,"rows":{"users":1},"sha256":""}  trailer: SHA-256 of every byte before this line
 *
 * COPY doubles backslashes and writes line breaks as `\n`, so a row is always one line and never looks like the end mark.
 * All versions of PostgreSQL read this text format.
 *
 * The trailer comes last: a truncated or modified file is detected before anything is restored.
 */
export const FORMAT_VERSION = 1;

const Identifier = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const Moment = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}[0-9 :.+-]{0,20}$' });

/**
 * A partition of a table (or of the partition `within`): a time range, or the rows with one value of the partition
 * column, themselves partitioned by time in the column `cutBy`.
 */
const Partition = Type.Object({
  name: Identifier,
  within: Type.Optional(Identifier),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  number: Type.Optional(Type.Integer()),
  cutBy: Type.Optional(Identifier),
});
const Table = Type.Object({
  name: Identifier,
  columns: Type.Array(Identifier),
  /** Partitions that no migration creates, each after its parent; empty for a table without any. */
  partitions: Type.Array(Partition),
});
const AppliedMigration = Type.Object({
  number: Type.Integer(),
  name: Type.String(),
  checksum: Type.String(),
  appliedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' }),
});

const Header = Type.Object({
  broadsheetBackup: Type.Integer(),
  programVersion: Type.String(),
  createdAt: Type.String(),
  migrations: Type.Array(AppliedMigration),
  tables: Type.Array(Table),
  secret: Type.Optional(Type.String()),
});
const TableLine = Type.Object({ table: Identifier });
const SequencesLine = Type.Object({
  sequences: Type.Array(
    Type.Object({
      name: Identifier,
      value: Type.String({ pattern: '^-?\\d{1,19}$' }),
      called: Type.Boolean(),
    }),
  ),
});
const Trailer = Type.Object({
  end: Type.Literal(true),
  rows: Type.Record(Type.String(), Type.Integer()),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type BackupHeader = Static<typeof Header>;
export type BackupTable = Static<typeof Table>;
export type BackupPartition = Static<typeof Partition>;
export type BackupSequence = Static<typeof SequencesLine>['sequences'][number];
export type BackupTrailer = Static<typeof Trailer>;

/** Null when the line has another form. */
export const readHeader = reader(Header);
export const readTableLine = reader(TableLine);
export const readSequencesLine = reader(SequencesLine);
export const readTrailer = reader(Trailer);

export function line(
  value: BackupHeader | Static<typeof TableLine> | Static<typeof SequencesLine> | BackupTrailer,
): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

export const END_OF_ROWS = Buffer.from('\\.\n');

function reader<S extends TSchema>(schema: S): (text: string) => Static<S> | null {
  return text => {
    const value = parseJson(text);
    return Value.Check(schema, value) ? value : null;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
