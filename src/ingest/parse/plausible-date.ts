/**
 * PARSE-2: an implausible date (before 1990, or more than a day in the future) is ignored: the article then counts as
 * published when it was first seen.
 */
export function plausibleDate(stated: number | null, now: number): PlausibleDate {
  if (stated === null || Number.isNaN(stated) || stated < EARLIEST || stated > now + MAX_AHEAD_MS)
    return { at: new Date(now), isOwn: false };
  // A date slightly in the future comes from a fast clock: it counts as now.
  return { at: new Date(Math.min(stated, now)), isOwn: true };
}

const EARLIEST = Date.UTC(1990, 0);
const MAX_AHEAD_MS = 24 * 3_600_000;

export interface PlausibleDate {
  readonly at: Date;
  readonly isOwn: boolean;
}
