import { seededRandom } from '../../src/lib/random.ts';
import type { ArticleForTopics } from '../../src/stories/topics/port.ts';
import { TAXONOMY } from '../../src/stories/topics/taxonomy/taxonomy.ts';

/** As long as feed articles; every fourth word or phrase is a keyword, more than in real ones. */
export const CORPUS = { name: 'made-up articles (seed 1)', size: '1,000 articles of 10, 30 and 250 words' };

export function createArticles(): readonly ArticleForTopics[] {
  const random = seededRandom(1);
  const pick = (from: readonly string[]) => from[Math.floor(random.fraction() * from.length)] ?? '';
  const text = (length: number) =>
    Array.from({ length }, () => (random.fraction() < 0.25 ? pick(KEYWORDS) : pick(FILLER))).join(' ');
  return Array.from({ length: 1_000 }, (_, index) => ({
    title: text(10),
    summary: text(30),
    bodyText: text(250),
    language: 'en',
    url: `https://paper${index % 50}.example/news/2024/story-${index}`,
    sourceName: `Paper ${index % 50}`,
  }));
}

const KEYWORDS = TAXONOMY.flatMap(({ keywords }) => keywords.map(keyword => keyword.replace('~', '')));
const FILLER =
  'the of and to in a is that for it was on with as be by at said have from has an not are but had his they which were their been one more who will would about after two its when there what also he she we his over into out than new people could first time last year'.split(
    ' ',
  );
