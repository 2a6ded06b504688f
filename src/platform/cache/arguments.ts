import { CacheUsageError, type RateLimit, type ScoredMember } from './port.ts';

/** Argument checks that every adapter runs first, so that all reject the same arguments with the same message. */

export function checkLifetime(ttlMs: number): void {
  if (!Number.isSafeInteger(ttlMs) || ttlMs < 1) refuse(`a lifetime of ${ttlMs} ms`);
}

export function checkWhole(number: number, what: string): void {
  if (!Number.isSafeInteger(number)) refuse(`${what} of ${number}`);
}

export function checkCount(number: number, what: string): void {
  if (!Number.isSafeInteger(number) || number < 0) refuse(`${what} of ${number}`);
}

export function checkMember(member: string): void {
  // Text that is not well-formed is changed on its way to a server: two members would become one.
  if (!member.isWellFormed()) refuse('a member that is not well-formed text');
}

export function checkScored(members: readonly ScoredMember[]): void {
  for (const { member, score } of members) {
    checkMember(member);
    if (!Number.isFinite(score)) refuse(`a score of ${score}`);
  }
}

export function checkRateLimit({ limit, windowMs, cost = 1 }: RateLimit): void {
  if (!Number.isSafeInteger(limit) || limit < 1) refuse(`a limit of ${limit}`);
  checkLifetime(windowMs);
  checkCount(cost, 'a cost');
}

function refuse(what: string): never {
  throw new CacheUsageError(`the cache does not accept ${what}`);
}
