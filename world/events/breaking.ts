import { LANGUAGES, type Language } from '../types.ts';
import type { Coverage } from './event.ts';

const WINDOW = 30 * 60_000;

/** The number of publishers for which the rule requires two articles a minute. */
const LARGE = 100_000;

/**
 * BREAK-1 from the schedule, independent of the detection: per language, the time at which enough independent
 * publishers had written within half an hour, and fast enough for a world of this size.
 */
export function breakingMoments(
  coverage: readonly Coverage[],
  publishers: ReadonlyMap<Language, number>,
): ReadonlyMap<Language, number> {
  const moments = new Map<Language, number>();
  for (const language of LANGUAGES) {
    const articles = coverage.filter(article => article.language === language).sort((a, b) => a.at - b.at);
    const count = publishers.get(language) ?? 0;
    if (articles.length < neededOf(count)) continue;
    const moment = articles.find(({ at }) => isBreaking(windowUpTo(articles, at), count));
    if (moment) moments.set(language, moment.at);
  }
  return moments;
}

function windowUpTo(coverage: readonly Coverage[], until: number): Coverage[] {
  return coverage.filter(({ at }) => at <= until && at > until - WINDOW);
}

function isBreaking(window: readonly Coverage[], publishers: number): boolean {
  const pace = (2 * WINDOW) / 60_000 / Math.max(1, LARGE / publishers);
  return window.length >= pace && independentPublishers(window) >= neededOf(publishers);
}

/** Publishers with an original text, plus one for each text of which only copies appeared. */
function independentPublishers(window: readonly Coverage[]): number {
  const authors = new Set(window.filter(({ copyOf }) => copyOf === null).map(({ publisher }) => publisher));
  const originals = new Set(window.map(({ position }) => position));
  const others = new Set(
    window.flatMap(({ copyOf, publisher }) =>
      copyOf === null || originals.has(copyOf) || authors.has(publisher) ? [] : [copyOf],
    ),
  );
  return authors.size + others.size;
}

/** Five; with fewer than thirteen publishers, two in five of them. */
export function neededOf(publishers: number): number {
  return Math.max(2, Math.min(5, Math.ceil(publishers * 0.4)));
}
