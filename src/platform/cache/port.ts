import type { CacheKey } from './keys.ts';

/**
 * VIEW-1: derived, short-lived state. Everything here can be computed again, so it may vanish at any moment (flushed,
 * evicted, expired): a reader treats a missing entry as "compute it", never as "there is none".
 *
 * Every operation touches one key (getMany and delete: each key separately) and is atomic there. Every write
 * specifies a lifetime. Each kind of state has its own key space: the lock of a key and the value of that key do not
 * collide. Lifetimes are measured by the store's clock, never by the caller's.
 *
 * Angle brackets name the Redis commands of each operation, to keep the port that small. "Script" is a Lua script on
 * one key, which therefore also runs on a cluster.
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
  /** The value with its remaining lifetime. <GET and PTTL in one transaction> */
  getWithLifetime(key: CacheKey): Promise<ValueWithLifetime | null>;
  /** In the order of the keys. <MGET, or pipelined GETs on a cluster> */
  getMany(keys: readonly CacheKey[]): Promise<(Uint8Array | null)[]>;
  /** <SET PX> */
  set(key: CacheKey, value: Uint8Array, ttlMs: number): Promise<void>;
  /** <UNLINK, pipelined on a cluster> */
  delete(keys: readonly CacheKey[]): Promise<void>;
  /**
   * Adds an integer to a counter, which starts at 0 and lives for `ttlMs` from its first increment; later ones do not
   * extend it. `get` reads it as decimal digits. <INCRBY and PEXPIRE NX in one transaction>
   */
  increment(key: CacheKey, by: number, ttlMs: number): Promise<number>;
}

export interface RateLimits {
  /**
   * Takes `cost` units when they fit into the limit, all or none; a cost of 0 only queries. The same key with another
   * window is another limit. A cost above the limit is always refused.
   *
   * The window slides. Time is divided into slots of a 32nd of the window, and a unit counts until its whole slot has
   * left the window. Hence no interval of `windowMs` ever admits more than `limit` units: the excess is at most 0,
   * and the price is that a unit returns up to windowMs/32 late. Both alternatives of constant cost, the token bucket
   * (GCRA) with a burst of `limit` and the weighted pair of fixed windows, admit nearly twice the limit in the worst
   * interval, which a limit on guessing passwords must not do. <Script: a hash from slot to units, at most 33 fields>
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
  /** Replaces all members in one step for every reader. <DEL, ZADD, PEXPIRE> */
  replace(key: CacheKey, members: readonly ScoredMember[], ttlMs: number): Promise<void>;
  /** Adds to scores (a missing one is 0); returns the new ones in order. <ZINCRBY ..., PEXPIRE> */
  increment(key: CacheKey, members: readonly ScoredMember[], ttlMs: number): Promise<number[]>;
  /** The `n` highest after `skip`. <ZREVRANGE WITHSCORES> */
  top(key: CacheKey, n: number, skip?: number): Promise<ScoredMember[]>;
  /** Bounds included. <ZRANGE BYSCORE, REV when descending, LIMIT 0 limit, WITHSCORES> */
  range(key: CacheKey, range: ScoreRange): Promise<ScoredMember[]>;
  /** Number of members above this one, or null when it is not in the set. <ZREVRANK> */
  rank(key: CacheKey, member: string): Promise<number | null>;
  /** <ZSCORE> */
  score(key: CacheKey, member: string): Promise<number | null>;
  /** Returns how many existed. <ZREM> */
  remove(key: CacheKey, members: readonly string[]): Promise<number>;
  /** Keeps the `n` highest; returns how many were removed. <ZREMRANGEBYRANK 0 -(n+1)> */
  trim(key: CacheKey, n: number): Promise<number>;
  /** <ZCARD, ZCOUNT with bounds> */
  count(key: CacheKey, bounds?: ScoreBounds): Promise<number>;
  /** A new lifetime for the set; false when there is none. <PEXPIRE> */
  expire(key: CacheKey, ttlMs: number): Promise<boolean>;
  /** <UNLINK> */
  delete(key: CacheKey): Promise<void>;
}

/**
 * A lock is a lease: its holder may be paused past its end, so writes to the protected state are fenced with the
 * token. Tokens of a key ascend, even over a flush (they are at least the store's time in microseconds): a write with
 * a lower token than an earlier one comes from a holder that lost its lock. <Scripts on a hash of token and end,
 * which outlives the lock so that the next token is higher>
 */
export interface Locks {
  /** The fencing token, or null while another client holds the lock. */
  acquire(key: CacheKey, ttlMs: number): Promise<FencingToken | null>;
  /** Restarts the lifetime; false when the lock is no longer held with this token. */
  extend(key: CacheKey, token: FencingToken, ttlMs: number): Promise<boolean>;
  /** False when the lock was no longer held with this token; then nothing changes. */
  release(key: CacheKey, token: FencingToken): Promise<boolean>;
}

/** Present members, each until its time expires unless it is touched again. <A sorted set by expiry; scripts> */
export interface Presence {
  touch(key: CacheKey, member: string, ttlMs: number): Promise<void>;
  leave(key: CacheKey, member: string): Promise<void>;
  /** At most `n` members, latest expiry first. */
  list(key: CacheKey, n: number): Promise<string[]>;
  count(key: CacheKey): Promise<number>;
}

/** Messages to the current subscribers: each at most once, those of one publisher in order. */
export interface Channels {
  /** <PUBLISH, SPUBLISH on a cluster> */
  publish(channel: CacheKey, message: string): Promise<void>;
  /** Messages published after this has resolved arrive; `onGap` reports that some may have been missed. */
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
  /** Units that could be taken now. */
  readonly remaining: number;
  /** 0 when allowed; otherwise the time until the same cost fits if no other client takes units. */
  readonly retryAfterMs: number;
  /** Time until the whole limit is free if no client takes units. */
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

/** An argument that no store accepts: a programming error, which must not count as an outage. */
export class CacheUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CacheUsageError';
  }
}

/** The store is unavailable, so it is unknown whether the lock is held or free. */
export class CacheUnavailable extends Error {
  constructor(cause: unknown) {
    super('the cache is unavailable', { cause });
    this.name = 'CacheUnavailable';
  }
}
