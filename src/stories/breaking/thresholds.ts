import { WINDOW_MINUTES } from './minute-window.ts';

/** The size of the installation that BREAK-1 describes. */
const LARGE_INSTALLATION = 100_000;

/** For installations of that size and above. */
const ARTICLES_A_MINUTE = 2;

/** The independent sources needed in a large installation. */
export const INDEPENDENT_SOURCES = 5;

/** For small installations, a share of the sources: five of ten may never cover the same event. */
const SHARE_OF_SOURCES = 0.4;

/** A story's pace is unusual from this multiple of its usual pace on. */
export const TIMES_USUAL = 3;

/**
 * The independent sources needed: five from thirteen sources on; below that, two in five. At least two: a single
 * source confirms nothing, so an installation with one source has breaking news by engagement only.
 */
export function sourcesNeeded(sources: number): number {
  return Math.max(2, Math.min(INDEPENDENT_SOURCES, Math.ceil(sources * SHARE_OF_SOURCES)));
}

/**
 * The pace needed: two a minute at 100,000 sources and in proportion below, since every source is equally likely to
 * report. Below 8,334 sources the needed sources alone reach it within the window, so their number decides. A
 * running story needs three times its own usual pace.
 */
export function paceNeeded(sources: number, usual: number): number {
  const bySize = ARTICLES_A_MINUTE * Math.min(1, sources / LARGE_INSTALLATION);
  return Math.max(bySize, sourcesNeeded(sources) / WINDOW_MINUTES, TIMES_USUAL * usual);
}
