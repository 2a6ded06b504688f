import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../lib/random.ts';
import { createFairQueue, type QueueTurn } from './fair-queue.ts';
import { networkOf } from './networks.ts';

/** Passwords as argon2id strings in the PHC form, computed a few at a time. */
export interface Passwords {
  hash(password: string, turn: QueueTurn): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash (no account, no password set) it does the same work against a
   * decoy and returns false: the timing reveals nothing.
   */
  verify(password: string, hash: string | null, turn: QueueTurn): Promise<boolean>;
  /** Whether the hash has other parameters than the current ones. */
  needsRehash(hash: string): boolean;
}

/**
 * Each computation takes 19 MiB and one of the few threads that file access and name lookups share, so both the number
 * of running and of waiting computations is limited. Networks share the places fairly (see `createFairQueue`).
 */
export function createPasswords({
  random,
  atOnce = 2,
  waiting = 400,
  reserved = 50,
}: PasswordsOptions): Passwords {
  const queue = createFairQueue({ atOnce, waiting, reserved });
  const derive = (password: string, { salt, cost }: Parsed, length: number, turn: QueueTurn) =>
    queue(turn, () =>
      argon2Async('argon2id', {
        message: normalise(password),
        nonce: salt,
        memory: cost.m,
        passes: cost.t,
        parallelism: cost.p,
        tagLength: length,
      }),
    );

  return {
    hash: async (password, turn) => {
      const made = { salt: Buffer.from(random.bytes(SALT_BYTES)), cost: COST };
      return format({ ...made, hash: await derive(password, made, HASH_BYTES, turn) });
    },
    verify: async (password, hash, turn) => {
      const parsed = parse(hash) ?? DECOY;
      const derived = await derive(password, parsed, parsed.hash.length, turn);
      return timingSafeEqual(derived, parsed.hash) && parsed !== DECOY;
    },
    needsRehash: hash => {
      const parsed = parse(hash);
      return parsed === null || !sameCost(parsed.cost, COST);
    },
  };
}

/** The place of a client in the queue. Signed-in people are known. */
export function turnOf({ address }: { readonly address: string }, isKnown: boolean): QueueTurn {
  return { network: networkOf(address) ?? address, isKnown };
}

/** Two keyboards may produce different code points for the same text (NFKC). */
export function normalise(password: string): string {
  return password.normalize('NFKC');
}

function format({ salt, hash, cost: { m, t, p } }: ParsedHash): string {
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Null unless it is an argon2id string within sane bounds: it could demand any amount of memory. */
function parse(text: string | null): ParsedHash | null {
  const match = text === null ? null : PHC.exec(text);
  if (!match) return null;
  const [m = 0, t = 0, p = 0] = match.slice(1, 4).map(Number);
  const [salt, hash] = match.slice(4).map(part => Buffer.from(part, 'base64'));
  if (!salt || !hash || salt.length < 8 || hash.length < 16) return null;
  if (m < 8 * p || m > 262_144 || t < 1 || t > 10 || p < 1 || p > 16) return null;
  return { salt, hash, cost: { m, t, p } };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function sameCost(a: Cost, b: Cost): boolean {
  return a.m === b.m && a.t === b.t && a.p === b.p;
}

const argon2Async = promisify(argon2);

/** The minimum of OWASP's password storage guide for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { m: 19_456, t: 2, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const DECOY: ParsedHash = {
  salt: Buffer.alloc(SALT_BYTES, 1),
  hash: Buffer.alloc(HASH_BYTES),
  cost: COST,
};

interface Cost {
  /** Memory in KiB. */
  m: number;
  /** Passes. */
  t: number;
  /** Lanes. */
  p: number;
}

interface Parsed {
  salt: Buffer;
  cost: Cost;
}

interface ParsedHash extends Parsed {
  hash: Buffer;
}

export interface PasswordsOptions {
  random: Random;
  atOnce?: number;
  waiting?: number;
  reserved?: number;
}
