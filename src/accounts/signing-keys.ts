import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Queryable, Transaction } from '../platform/database/port.ts';
import { bytea, jsonb, type RowOf, row, text, timestamptz } from '../platform/database/rows.ts';
import { json, sql } from '../platform/database/sql.ts';
import { audit } from './audit.ts';
import type { AccountsContext } from './context.ts';

/**
 * Keys that sign service tokens (Ed25519). Each signs for 30 days:
 *
 *   |-- published, a day ---|-- signs, 30 days ------------|-- published, minutes --|
 *   created                 signs_from          signs_until          published_until
 *
 * The next key is published before it signs, so that clients that cache the key set have it in time, and each key stays
 * published until the last token it signed has expired. Several processes may find at once that a key is due; a lock
 * lets one of them create it.
 */
export interface SigningKeys {
  /** The key that signs now; created when there is none. */
  current(): Promise<SigningKey>;
  /** The public half of a published key, or null. */
  find(id: string): Promise<KeyObject | null>;
  /** The public halves for the JWKS document. */
  published(): Promise<readonly JWK[]>;
  /** Creates the key that is due, if any. */
  makeDue(): Promise<void>;
}

export function createSigningKeys(context: AccountsContext): SigningKeys {
  let known: { at: number; keys: readonly KnownKey[] } | undefined;
  const reload = async () => {
    const at = context.clock.now();
    const rows = await readKeys(context.database, at);
    known = { at, keys: rows.map(found => open(context, found)) };
    return known.keys;
  };
  const keys = () => {
    const age = known ? context.clock.now() - known.at : -1;
    return known && age >= 0 && age < KNOWN_FOR_MS ? Promise.resolve(known.keys) : reload();
  };
  const makeDue = async () => {
    await context.database.transaction(tx => makeDueKeys(tx, context));
    // Also when nothing was due: another process may have created a key that is not cached here yet.
    await reload();
  };

  return {
    current: async () => {
      const now = context.clock.now();
      const all = await keys();
      const signing = findSigning(all, now);
      if (signing && lastEnd(all) - now > PUBLISHED_AHEAD_MS) return signing;
      await makeDue();
      // The time is read again: a key that was just created signs from a time after `now`.
      const { clock } = context;
      const made = findSigning(await keys(), clock.now()) ?? findSigning(await reload(), clock.now());
      if (!made) throw new Error('no key can sign service tokens');
      return made;
    },
    find: async id => {
      if (!KEY_ID.test(id)) return null;
      const isIt = (key: KnownKey) => key.id === id && key.publishedUntil.getTime() > context.clock.now();
      const found = (await keys()).find(isIt) ?? (await reload()).find(isIt);
      return found?.publicKey ?? null;
    },
    published: async () => {
      const now = context.clock.now();
      return (await keys()).filter(key => key.publishedUntil.getTime() > now).map(toJwk);
    },
    makeDue,
  };
}

/** Under the lock: a first key that signs immediately, or the successor of a key that is about to expire. */
async function makeDueKeys(tx: Transaction, context: AccountsContext): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SIGNING_KEYS_LOCK})`);
  const now = context.clock.now();
  // A key sealed with another secret (a restored copy) can verify but never sign again.
  const usable = (await readKeys(tx, now)).map(found => open(context, found)).filter(canSign);
  const end = lastEnd(usable);
  if (end - now > PUBLISHED_AHEAD_MS && findSigning(usable, now)) return;
  await insertKey(tx, context, findSigning(usable, now) ? end : now);
}

/** When the last signing key stops signing. */
function lastEnd(keys: readonly KnownKey[]): number {
  return Math.max(0, ...keys.filter(canSign).map(key => key.signsUntil.getTime()));
}

async function insertKey(tx: Transaction, context: AccountsContext, signsFrom: number): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicJwk = publicKey.export({ format: 'jwk' });
  const id = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: publicJwk.x ?? '' });
  const sealed = context.keys.seal('signing-keys', privateKey.export({ format: 'der', type: 'pkcs8' }));
  const signsUntil = signsFrom + SIGNS_FOR_MS;
  await tx.execute(sql`
    insert into signing_keys
      (id, public_jwk, sealed_private_key, created_at, signs_from, signs_until, published_until)
    values (
      ${id}, ${json(publicJwk)}::jsonb, ${sealed}, ${new Date(context.clock.now())},
      ${new Date(signsFrom)}, ${new Date(signsUntil)}, ${new Date(signsUntil + PUBLISHED_AFTER_MS)}
    )
  `);
  const subject = { kind: 'signing-key', id } as const;
  await audit(tx, context, { actor: { kind: 'system' }, action: 'signing-key.created', subject });
}

function readKeys(queryable: Queryable, now: number): Promise<KeyRow[]> {
  return queryable.many(
    KeyRow,
    sql`
      select id, public_jwk, sealed_private_key, signs_from, signs_until, published_until
      from signing_keys
      where published_until > ${new Date(now)}
      order by signs_from
    `,
  );
}

function open(context: AccountsContext, found: KeyRow): KnownKey {
  const der = context.keys.open('signing-keys', found.sealedPrivateKey);
  const jwk = { kty: 'OKP', crv: 'Ed25519', ...xOf(found.publicJwk) };
  return {
    ...found,
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
    privateKey: der && createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  };
}

function xOf(publicJwk: unknown): { x: string } {
  const x = typeof publicJwk === 'object' && publicJwk !== null && 'x' in publicJwk ? publicJwk.x : undefined;
  return { x: typeof x === 'string' ? x : '' };
}

/** The newest, should there be several: it replaced the others. */
function findSigning(keys: readonly KnownKey[], now: number): SigningKey | undefined {
  return keys
    .filter(canSign)
    .findLast(({ signsFrom, signsUntil }) => signsFrom.getTime() <= now && now < signsUntil.getTime());
}

function canSign(key: KnownKey): key is SigningKey {
  return key.privateKey !== null;
}

function toJwk({ id, publicJwk }: KnownKey): JWK {
  return { kty: 'OKP', crv: 'Ed25519', ...xOf(publicJwk), kid: id, use: 'sig', alg: 'EdDSA' };
}

export const SIGNS_FOR_MS = 30 * 86_400_000;
export const PUBLISHED_AHEAD_MS = 86_400_000;
/** Longer than the lifetime of a token plus any clock skew. */
export const PUBLISHED_AFTER_MS = 10 * 60_000;
const KNOWN_FOR_MS = 60_000;
/** RFC 7638 thumbprints. */
const KEY_ID = /^[A-Za-z0-9_-]{43}$/;
/** An arbitrary lock id that must never change. */
const SIGNING_KEYS_LOCK = 7236511304521881n;

const KeyRow = row({
  id: text,
  public_jwk: jsonb,
  sealed_private_key: bytea,
  signs_from: timestamptz,
  signs_until: timestamptz,
  published_until: timestamptz,
});
type KeyRow = RowOf<typeof KeyRow>;

interface KnownKey extends KeyRow {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject | null;
}

export interface SigningKey extends KnownKey {
  readonly privateKey: KeyObject;
}
