import { Problem } from '../../errors.ts';

/** What a PostgreSQL failure means for the caller. */
export type Failure =
  /** The transaction conflicted with others; rerun it from the start. */
  | 'try-again'
  /** The connection or the whole server is gone. Work in flight may or may not have been done. */
  | 'away'
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
