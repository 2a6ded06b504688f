import { Problem } from '../../errors.ts';

/** What a PostgreSQL failure means for the caller. */
export type Failure =
  /** The transaction conflicted with others; rerun it from the start. */
  | 'try-again'
  /** The connection or the whole server is gone. Work in flight may or may not have been done. */
  | 'away'
  /** The server answers but cannot store changes: it is read-only, or out of disk space or memory. Nothing was done. */
  | 'not-writable'
  /** The statement exceeded its run time or its wait for a lock. */
  | 'too-slow'
  /** PostgreSQL cannot store a value: a text with U+0000, a date outside its calendar. The caller gets an error. */
  | 'unstorable'
  /** The statement is wrong or violates a constraint: an answer, not a fault. */
  | 'refused';

export function classify(error: unknown): Failure {
  const code = codeOf(error);
  if (code === undefined) return looksLikeLostConnection(error) ? 'away' : 'refused';
  if (TRY_AGAIN.has(code)) return 'try-again';
  if (Object.hasOwn(NOT_WRITABLE, code)) return 'not-writable';
  if (TOO_SLOW.has(code)) return 'too-slow';
  if (UNSTORABLE.has(code)) return 'unstorable';
  if (code.startsWith('08') || AWAY.has(code)) return 'away';
  return 'refused';
}

/** The name of the constraint that a unique violation hit, or null for every other error. */
export function violatedUnique(error: unknown): string | null {
  return codeOf(error) === '23505' ? constraintOf(error) : null;
}

/** The server is unavailable, and work in flight may or may not have been done. */
export function databaseUnavailable(cause: unknown): Problem {
  return new Problem('database-away', undefined, { retryAfterSeconds: 5, cause });
}

/** The server refused a change. Nothing was done, and it may work when the cause is gone. */
export function databaseNotWritable(cause: unknown): Problem {
  return new Problem('database-not-writable', undefined, { retryAfterSeconds: 30, cause });
}

/** Why the server cannot store changes, and the remedy; null for every other error. */
export function explainNotWritable(error: unknown): NotWritable | null {
  const code = codeOf(error) ?? '';
  return Object.hasOwn(NOT_WRITABLE, code) ? (NOT_WRITABLE[code] ?? null) : null;
}

/** As PostgreSQL reports it when a statement wants to change something. */
export function readOnlyError(): Error {
  return Object.assign(new Error('the database is read-only'), { code: '25006' });
}

/** The statement could not be sent at all, so certainly nothing was done. */
export class DatabaseUnreachable extends Problem {
  constructor(code: 'database-away' | 'overloaded', cause?: unknown) {
    super(code, undefined, { retryAfterSeconds: code === 'overloaded' ? 1 : 5, cause });
  }
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function constraintOf(error: unknown): string {
  const named = typeof error === 'object' && error !== null && 'constraint' in error;
  return named && typeof error.constraint === 'string' ? error.constraint : '';
}

/** The driver has no code for these, only messages. */
function looksLikeLostConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /connection (terminated|ended|error)|timeout expired|not queryable/i.test(error.message)
  );
}

// serialization_failure, deadlock_detected
const TRY_AGAIN = new Set(['40001', '40P01']);

const FULL: NotWritable = {
  reason: "the database's disk is full",
  remedy: 'Free some space on the disk of PostgreSQL, or give it a larger one.',
};
const OUT_OF_MEMORY: NotWritable = {
  reason: 'the database has no memory left',
  remedy: 'Give the machine of PostgreSQL more memory, or lower its memory settings and max_connections.',
};

const NOT_WRITABLE: Readonly<Record<string, NotWritable>> = {
  // read_only_sql_transaction
  '25006': {
    reason: 'the database is read-only',
    remedy:
      'Check that it is not a standby, and that default_transaction_read_only is off for the server, the database and the user: `alter database NAME set default_transaction_read_only = off`.',
  },
  // insufficient_resources, disk_full, out_of_memory
  '53000': OUT_OF_MEMORY,
  '53100': FULL,
  '53200': OUT_OF_MEMORY,
  // io_error
  '58030': {
    reason: 'the database cannot write its files',
    remedy: 'Check the disk of PostgreSQL, and its log.',
  },
};

// query_canceled, lock_not_available, idle_in_transaction_session_timeout
const TOO_SLOW = new Set(['57014', '55P03', '25P03']);

// character_not_in_repertoire, untranslatable_character, datetime_field_overflow
const UNSTORABLE = new Set(['22021', '22P05', '22008']);

const AWAY = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

export interface NotWritable {
  readonly reason: string;
  readonly remedy: string;
}
