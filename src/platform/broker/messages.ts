import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { NewMessage } from './port.ts';

/** An encoded message: JSON on one line, because line feeds separate the bodies of one statement. */
export interface PackedMessage {
  readonly body: string;
  /** Null for a plain message, the common case, which takes the faster statement. */
  readonly special: Special | null;
}

interface Special {
  readonly dueAt: string | null;
  readonly delayMs: string | null;
  readonly group: string | null;
  readonly dedupKey: string | null;
}

export function packMessage(message: NewMessage): PackedMessage {
  const { dueAt, delayMs, group, dedupKey } = message;
  // JSON.stringify writes line feeds only when it indents.
  const body = JSON.stringify(message.body) as string | undefined;
  if (body === undefined) throw invalid('A body is a JSON value.');
  if (body.length > MAX_BODY_LENGTH)
    throw new Problem('body-too-large', reason('message-too-long', { max: MAX_BODY_LENGTH }));
  if (dueAt === undefined && delayMs === undefined && group === undefined && dedupKey === undefined)
    return { body, special: null };
  return {
    body,
    special: {
      dueAt: dueAt === undefined ? null : checkDueAt(dueAt).toISOString(),
      delayMs: delayMs === undefined ? null : String(checkDelay(delayMs)),
      group: group === undefined ? null : checkKey(group, 'group'),
      dedupKey: dedupKey === undefined ? null : checkKey(dedupKey, 'dedup key'),
    },
  };
}

/** A positive bigint, as the database numbers messages. */
export function isMessageId(id: string): boolean {
  return /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= 9223372036854775807n;
}

export function checkDelay(delayMs: number): number {
  if (!(delayMs >= 0 && delayMs <= YEAR_MS)) throw invalid('A delay is between nothing and a year.');
  return Math.ceil(delayMs);
}

/** Rejects times that PostgreSQL cannot store and absurd ones. */
function checkDueAt(dueAt: Date): Date {
  const time = dueAt.getTime();
  if (!(time > FIRST_DUE && time < LAST_DUE)) throw invalid('The due time is not a sensible moment.');
  return dueAt;
}

function checkKey(key: string, what: string): string {
  if (key.length < 1 || key.length > 255 || key.includes('\0') || !key.isWellFormed())
    throw invalid(`A ${what} has 1 to 255 characters.`);
  return key;
}

function invalid(detail: string): Problem {
  return new Problem('validation-failed', detail);
}

const MAX_BODY_LENGTH = 1_000_000;
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;
const FIRST_DUE = Date.UTC(1970, 0, 1);
const LAST_DUE = Date.UTC(2200, 0, 1);
