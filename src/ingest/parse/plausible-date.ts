/**
 * PARSE-2: a date that nobody can believe (before the web, or in the future beyond a wrong clock or zone) is not
 * taken: the article then counts as published when it was first seen.
 */
export function plausibleDate(stated: number | null, now: number): PlausibleDate {
  if (stated === null || Number.isNaN(stated) || stated < EARLIEST || stated > now + MAX_AHEAD_MS)
    return { at: new Date(now), isOwn: false };
  // Slightly ahead is a clock that goes fast: in order after what is there, and not in the future.
  return { at: new Date(Math.min(stated, now)), isOwn: true };
}

const EARLIEST = Date.UTC(1990, 0);
const MAX_AHEAD_MS = 24 * 3_600_000;

export interface PlausibleDate {
  readonly at: Date;
  readonly isOwn: boolean;
}
