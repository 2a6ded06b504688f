import { seededRandom } from '../../src/lib/random.ts';
import type { SearchDocument } from '../../src/search/search-document.ts';

/**
 * Generated articles: words by Zipf's law between English stop words, with fixed pairs of words as collocations;
 * every seventh word is a name. The most frequent word is in two of three articles. Article n is the same in every
 * run, so queries about it can be generated without storing anything.
 */
export function madeUpArticle(number: number): SearchDocument {
  const random = seededRandom(number + 1);
  const title = wordsOf(9, random.fraction);
  const publishedAt = new Date(NEWEST - Math.floor(random.fraction() ** 1.5 * 730 * 86_400_000));
  return {
    id: idOf(number),
    storyId: idOf(1_000_000_000 + Math.floor(number / 4)),
    title: title.join(' '),
    topics: [
      `topic-${Math.floor(random.fraction() ** 2 * 40)}`,
      `topic-${Math.floor(random.fraction() * 40)}`,
    ],
    tags: wordsOf(4, random.fraction).join(' '),
    summary: [...title.slice(0, 4), ...wordsOf(20, random.fraction)].join(' '),
    body: wordsOf(80 + Math.floor(random.fraction() * 140), random.fraction).join(' '),
    language: 'en',
    sourceId: `source-${Math.floor(random.fraction() ** 2 * 2_000)}`,
    country: COUNTRIES[Math.floor(random.fraction() ** 2 * COUNTRIES.length)] ?? null,
    publishedAt,
    quality: random.fraction(),
    isBreaking: random.fraction() < 0.01,
  };
}

/** The generated word of this rank; rank 0 is the most frequent. */
export function wordOf(rank: number): string {
  const known = WORDS[rank] ?? made(rank);
  WORDS[rank] = known;
  return known;
}

function made(rank: number): string {
  let rest = (rank * 7_919 + 31) % VOCABULARY;
  let word = '';
  for (let syllable = 0; syllable < 3 || rest > 0; syllable++) {
    word += (ONSETS[rest % ONSETS.length] ?? '') + (RHYMES[(rest >> 3) % RHYMES.length] ?? '');
    rest = Math.floor(rest / (ONSETS.length * 4));
  }
  return word;
}

/** A rank by Zipf's law with a flat head, like the words of news without stop words. */
export function rankFrom(fraction: number): number {
  return Math.floor(HEAD * ((VOCABULARY + HEAD) / HEAD) ** fraction - HEAD);
}

function wordsOf(count: number, fraction: () => number): string[] {
  const words: string[] = [];
  while (words.length < count) {
    if (fraction() < 0.4) words.push(SMALL[Math.floor(fraction() * SMALL.length)] ?? 'the');
    const rank = rankFrom(fraction());
    words.push(rank % 7 === 0 ? nameOf(rank) : wordOf(rank));
    // Every tenth word comes with its collocation.
    if (rank % 10 === 3) words.push(wordOf(companionOf(rank)));
  }
  return words;
}

function nameOf(rank: number): string {
  const known = NAMES[rank] ?? wordOf(rank).replace(/^./, first => first.toUpperCase());
  NAMES[rank] = known;
  return known;
}

export function companionOf(rank: number): number {
  return (rank * 3 + 17) % 5_000;
}

function idOf(number: number): string {
  return `0198${number.toString(16).padStart(28, '0')}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  );
}

export const NEWEST = Date.UTC(2026, 5, 1);
const VOCABULARY = 300_000;
const HEAD = 12;
const WORDS: string[] = [];
const NAMES: string[] = [];
const ONSETS = 'b br c ch d dr f fl g gr h j k l m n p pr qu r s sh st t tr v w z'.split(' ');
const RHYMES = 'a ar e el en i in o on or u un ai ea ou ay'.split(' ');
const SMALL = 'the of and to in a is that for it was on with as by at from this are be'.split(' ');
const COUNTRIES = 'US GB DE FR IN AU CA ES IT BR JP NL SE PL MX ZA KE NG EG TR'.split(' ');
