import type { BreakingAnnouncement } from './announcement.ts';
import type { BreakingDetector } from './breaking-detector.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const START = Date.UTC(2026, 2, 1);

/** Several publishers report on a story, one after the other. */
export function reports(
  breaking: BreakingDetector,
  story: string,
  count: number,
  every: number,
  from = START,
  name = 's',
) {
  return minutes(0, count).flatMap(index =>
    breaking.addArticle(
      story,
      reported({ source: `${name}${index}`, article: `${story} ${name}${index}`, at: from + index * every }),
    ),
  );
}

export function reported({ source, article, at = START }: { source: string; article: string; at?: number }) {
  return { source, article, at, copyGroup: null };
}

export function kinds(announcements: readonly BreakingAnnouncement[]): string[] {
  return announcements.map(({ kind }) => kind);
}

export function minutes(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil(until - from)) }, (_, index) => from + index);
}
