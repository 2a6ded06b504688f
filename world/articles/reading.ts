import { keepRecent } from '../recent.ts';
import type { Article, Publisher } from '../types.ts';
import { writeArticle } from './article.ts';
import type { Stub } from './window.ts';

/** About the articles in the feeds of 300 publishers; others are generated again on each read. */
const ARTICLES_KEPT = 12_000;

/** Articles as of a time: before or after their correction. */
export function createReading(seed: number, publisherAt: (index: number) => Publisher): Reading {
  let requested: Stub | null = null;
  const written = keepRecent(ARTICLES_KEPT, (key: string): Article => {
    if (!requested) throw new Error(`no article was requested for ${key}`);
    return writeArticle(seed, requested, key.endsWith(CORRECTED), publisherAt);
  });
  return (stub, time) => {
    const correctedAt = correctionOf(stub);
    requested = stub;
    return written(correctedAt !== null && correctedAt <= time ? stub.id + CORRECTED : stub.id);
  };
}

export function correctionOf(stub: Stub): number | null {
  return 'coverage' in stub ? stub.coverage.correctedAt : null;
}

const CORRECTED = '+';

export type Reading = (stub: Stub, time: number) => Article;
