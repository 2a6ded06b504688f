import type { CacheKey } from './keys.ts';

/**
 * VIEW-1: derived, short-lived state. Everything here can be computed again, so it may vanish at any moment
 * (flushed, evicted, expired): a reader takes "not there" for "compute it", never for "there is none".
 *
 * Every operation touches one key (getMany and delete: each key for itself) and is atomic there. Every write
 * states a lifetime. Each kind of state has key space of its own: the lock of a key and the value of that
 * key do not meet. Lifetimes are measured by the store's clock, never by the caller's.
 *
 * What each becomes on a Redis server is noted in angle brackets, to keep the port that small. "Script" is a
 * Lua script on one key, which therefore also runs on a cluster.
 */
export interface SharedCache extends Values, RateLimits {
  readonly sorted: SortedSets;
  readonly locks: Locks;
  readonly presence: Presence;
  readonly channels: Channels;
  close(): Promise<void>;
}

export interface Values {
  /** <GET> */
  get(key: CacheKey): Promise<Uint8Array | null>;
  /** The value with what is left of its lifetime. <GET and PTTL in one transaction> */
  getWithLifetime(key: CacheKey): Promise<ValueWithLifetime | null>;
  /** In the order of the keys. <MGET, or pipelined GETs on a cluster> */
  getMany(keys: readonly CacheKey[]): Promise<(Uint8Array | null)[]>;
  /** <SET PX> */
  set(key: CacheKey, value: Uint8Array, ttlMs: number): Promise<void>;
  /** <UNLINK, pipelined on a cluster> */
  delete(keys: readonly CacheKey[]): Promise<void>;
  /**
   * Adds a whole number to a counter, which starts at 0 and lives for `ttlMs` from its first increment on;
   * later ones do not lengthen it. `get` reads it as decimal digits. <INCRBY and PEXPIRE NX in one transaction>
   */
  increment(key: CacheKey, by: number, ttlMs: number): Promise<number>;
}

export interface RateLimits {
  /**
   * Takes `cost` units when they fit into the limit, all or none; a cost of 0 asks without taking. The same
   * key with another window is another limit. A cost above the limit is always refused.
   *
   * The window slides. Time is cut into slots of a 32nd of the window, and what was taken counts until its
   * whole slot has left the window. Hence no interval of `windowMs` ever admits more than `limit` units: the
   * bound on the excess is 0, and the price is that a unit comes back up to windowMs/32 late. Both other
   * ways of constant cost, the token bucket (GCRA) that allows a burst of `limit` and the weighted pair of
   * fixed windows, admit nearly twice the limit in the worst interval, which is not what a limit on
   * guessing passwords may do. <Script: a hash from slot to units, at most 33 fields>
   */
  take(key: CacheKey, limit: RateLimit): Promise<RateLimitResult>;
}

/**
 * Members with scores, the highest first; members of equal score in descending order of their UTF-8 bytes.
 * A set without members does not exist. Members are well-formed text and scores finite.
 */
export interface SortedSets {
  /** Sets scores and the lifetime of the whole set; returns how many members are new. <ZADD, PEXPIRE> */
  add(key: CacheKey, members: readonly ScoredMember[], ttlMs: number): Promise<number>;
  /** Puts these members in the place of all others, in one step for every reader. <DEL, ZADD, PEXPIRE> */
  replace(key: CacheKey, members: readonly ScoredMember[], ttlMs: number): Promise<void>;
  /** Adds to scores (a missing one is 0); returns the new ones in order. <ZINCRBY ..., PEXPIRE> */
  increment(key: CacheKey, members: readonly ScoredMember[], ttlMs: number): Promise<number[]>;
  /** The `n` highest, after passing over `skip`. <ZREVRANGE WITHSCORES> */
  top(key: CacheKey, n: number, skip?: number): Promise<ScoredMember[]>;
  /** Bounds included. <ZRANGE BYSCORE, REV when descending, LIMIT 0 limit, WITHSCORES> */
  range(key: CacheKey, range: ScoreRange): Promise<ScoredMember[]>;
  /** How many members stand above this one, or null when it is not in the set. <ZREVRANK> */
  rank(key: CacheKey, member: string): Promise<number | null>;
  /** <ZSCORE> */
  score(key: CacheKey, member: string): Promise<number | null>;
  /** Returns how many were there. <ZREM> */
  remove(key: CacheKey, members: readonly string[]): Promise<number>;
  /** Keeps the `n` highest; returns how many went. <ZREMRANGEBYRANK 0 -(n+1)> */
  trim(key: CacheKey, n: number): Promise<number>;
  /** <ZCARD, ZCOUNT with bounds> */
  count(key: CacheKey, bounds?: ScoreBounds): Promise<number>;
  /** A new lifetime for the set; false when there is none. <PEXPIRE> */
  expire(key: CacheKey, ttlMs: number): Promise<boolean>;
  /** <UNLINK> */
  delete(key: CacheKey): Promise<void>;
}

/**
 * A lock is a lease: its holder may be paused past the end of it, so whatever it protects outside is fenced
 * with the token. Tokens of a key ascend, also over a flush (they are at least the store's time in
 * microseconds): a write that carries a lower token than one seen before comes from a holder that lost its
 * lock. <Scripts on a hash of token and end, which outlives the lock so that the next token is higher>
 */
export interface Locks {
  /** The fencing token, or null while another holds the lock. */
  acquire(key: CacheKey, ttlMs: number): Promise<FencingToken | null>;
  /** A new lifetime from now on; false when the lock is no longer held with this token. */
  extend(key: CacheKey, token: FencingToken, ttlMs: number): Promise<boolean>;
  /** False when the lock was no longer held with this token; then nothing changes. */
  release(key: CacheKey, token: FencingToken): Promise<boolean>;
}

/** Who is here now: members that say so again before their time runs out. <A sorted set by end; scripts> */
export interface Presence {
  touch(key: CacheKey, member: string, ttlMs: number): Promise<void>;
  leave(key: CacheKey, member: string): Promise<void>;
  /** At most `n`, those first whose time runs out last. */
  list(key: CacheKey, n: number): Promise<string[]>;
  count(key: CacheKey): Promise<number>;
}

/** Messages to whoever listens at the moment: each at most once, those of one publisher in order. */
export interface Channels {
  /** <PUBLISH, SPUBLISH on a cluster> */
  publish(channel: CacheKey, message: string): Promise<void>;
  /** Messages published after this has resolved arrive; `onGap` tells that some may have been missed. */
  subscribe(
    channel: CacheKey,
    onMessage: (message: string) => void,
    onGap?: () => void,
  ): Promise<ChannelSubscription>;
}

export interface ValueWithLifetime {
  readonly value: Uint8Array;
  readonly leftMs: number;
}

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
  readonly cost?: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** What could be taken now. */
  readonly remaining: number;
  /** 0 when allowed; otherwise when the same cost fits if nobody else takes any. */
  readonly retryAfterMs: number;
  /** When the whole limit is free again if nobody takes any. */
  readonly resetMs: number;
}

export interface ScoredMember {
  readonly member: string;
  readonly score: number;
}

export interface ScoreBounds {
  readonly min?: number;
  readonly max?: number;
}

export interface ScoreRange extends ScoreBounds {
  readonly limit: number;
  readonly order: 'ascending' | 'descending';
}

export type FencingToken = number;

export interface ChannelSubscription {
  close(): Promise<void>;
}

/** An argument that no store can take: a mistake in the program, which must not pass for an outage. */
export class CacheUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CacheUsageError';
  }
}

/** The store could not be asked, so nothing is known: neither that the lock is held nor that it is free. */
export class CacheUnavailable extends Error {
  constructor(cause: unknown) {
    super('the view store is away', { cause });
    this.name = 'CacheUnavailable';
  }
}
