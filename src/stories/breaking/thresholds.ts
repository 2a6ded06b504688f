import { WINDOW_MINUTES } from './minute-window.ts';

/** The installation for which the figures of BREAK-1 are meant. */
const LARGE_INSTALLATION = 100_000;

/** At the size of the reference installation and above. */
const ARTICLES_A_MINUTE = 2;

/** "Independent sources" where there are thousands to choose from. */
export const INDEPENDENT_SOURCES = 5;

/** Of a small installation: this share of its sources, since five of ten may never write about one thing. */
const SHARE_OF_SOURCES = 0.4;

/** How many times the usual pace of a story is out of the ordinary. */
export const TIMES_USUAL = 3;

/**
 * How many have to report independently. Five from thirteen sources on; below that two in five of them: four of
 * ten, three of six. Never fewer than two: one source confirms nothing, so an installation of a single source has
 * breaking news by engagement only.
 */
export function sourcesNeeded(sources: number): number {
  return Math.max(2, Math.min(INDEPENDENT_SOURCES, Math.ceil(sources * SHARE_OF_SOURCES)));
}

/**
 * The pace at which a story is breaking: two a minute at 100,000 sources, and in proportion below, since every
 * source is as likely to join in. Where that falls below what the needed sources make by themselves within the window
 * (under 8,334 sources) those decide, and a story that has been running is measured by its own pace: three times that.
 */
export function paceNeeded(sources: number, usual: number): number {
  const bySize = ARTICLES_A_MINUTE * Math.min(1, sources / LARGE_INSTALLATION);
  return Math.max(bySize, sourcesNeeded(sources) / WINDOW_MINUTES, TIMES_USUAL * usual);
}
