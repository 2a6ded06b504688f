import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';
import { joinTransaction } from '../platform/database/join.ts';
import type { PersonalData } from '../platform/database/personal-data.ts';
import type { Transaction } from '../platform/database/port.ts';
import { bytea, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { AppContext } from './context.ts';

/**
 * ALL-2: a request with an Idempotency-Key takes effect once. Effect and answer commit in one transaction, so a crash
 * leaves both or neither. A repeat gets the stored answer; a repeat with different content is refused; a repeat while
 * the first is still running waits for it briefly.
 */
export function answerOnce<A extends IdempotentAnswer>(
  context: AppContext,
  request: IdempotentRequest,
  handle: (context: AppContext) => Promise<A>,
): Promise<A> {
  const now = new Date(context.clock.now());
  const hash = createHash('sha256').update(request.fingerprint).digest();
  return context.database
    .transaction(
      async tx => {
        await lock(tx, request);
        const earlier = await tx.maybe(StoredAnswer, find(request, now));
        if (earlier) return replay<A>(context, earlier, hash);
        const answer = await handle({ ...context, database: joinTransaction(context.database, tx) });
        await store(tx, context, request, hash, answer, now);
        return answer;
      },
      { lockTimeoutMs: LOCK_WAIT_MS },
    )
    .catch(error => {
      if (error instanceof Problem && error.code === 'timed-out')
        throw new Problem('idempotency-key-in-use', undefined, { retryAfterSeconds: 1 });
      throw error;
    });
}

/** Clients may send visible ASCII, up to 255 characters. */
export function checkKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('idempotency-key-invalid', 'an Idempotency-Key has 1 to 255 visible ASCII characters');
  }
  return key;
}

async function lock(tx: Transaction, { owner, key }: IdempotentRequest): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0))`);
}

/** A key is valid for at least a day: today's and yesterday's partitions are searched. */
function find({ owner, key }: IdempotentRequest, now: Date) {
  return sql`
    select request_hash, sealed_answer
    from idempotency_keys
    where owner = ${owner} and key = ${key} and day >= ${now}::timestamptz::date - 1
    order by day desc
    limit 1
  `;
}

function replay<A extends IdempotentAnswer>(
  context: AppContext,
  earlier: { requestHash: Buffer; sealedAnswer: Buffer },
  hash: Buffer,
): A {
  if (!earlier.requestHash.equals(hash)) throw new Problem('idempotency-key-reused');
  const opened = context.keys.open('idempotency', earlier.sealedAnswer);
  if (!opened)
    throw new Problem('conflict', 'the answer to this Idempotency-Key can no longer be read; use a new key');
  const answer = JSON.parse(opened.toString()) as A;
  return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } };
}

async function store(
  tx: Transaction,
  context: AppContext,
  { owner, key }: IdempotentRequest,
  hash: Buffer,
  answer: IdempotentAnswer,
  now: Date,
): Promise<void> {
  const sealed = context.keys.seal('idempotency', Buffer.from(JSON.stringify(answer)));
  await tx.execute(sql`
    insert into idempotency_keys (day, owner, key, request_hash, sealed_answer, created_at)
    values (${now}::timestamptz::date, ${owner}, ${key}, ${hash}, ${sealed}, ${now})
  `);
}

/** AUTH-4 */
export const IDEMPOTENCY_PERSONAL_DATA: PersonalData = {
  table: 'idempotency_keys',
  label: 'Repeated requests',
  describe: 'Requests of the last two days that your programs can safely repeat.',
  export: userId => sql`
      select day, key, created_at
      from idempotency_keys
      where owner = ${`user ${userId}`}
      order by created_at, key
    `,
  withheld: {
    owner: 'It is you.',
    request_hash: 'A fingerprint that distinguishes a repeat from another request.',
    sealed_answer: 'The answer you got, sealed because it may hold a secret that is shown once.',
  },
  erase: { deleteWhere: userId => sql`owner = ${`user ${userId}`}` },
};

const StoredAnswer = row({ request_hash: bytea, sealed_answer: bytea });
const LOCK_WAIT_MS = 2_000;

export interface IdempotentRequest {
  owner: string;
  key: string;
  /** Method, path and body. Requests with equal fingerprints are repeats. */
  fingerprint: string;
}

interface IdempotentAnswer {
  readonly headers?: Readonly<Record<string, string>>;
}
