import { hashOf, hashOfPair, hashOfUnits } from '../text/hashing.ts';
import { type WordList, wordsOf } from '../text/words.ts';

/**
 * The model's input: blocks of hashed features, each normalised separately, so that a long body does not outweigh
 * the title, pairs of words (many, mostly unique) do not outweigh words, and an article without a URL is treated
 * like one with it.
 *
 *   words, pairs              of title, summary and the beginning of the body
 *   title words, title pairs  of the title alone
 *   origin                    the source's name, the host, and the folders of the address ("/sport/tennis/...")
 */
export function featuresOf(
  article: FeatureText,
  buckets: number,
  options: FeatureOptions = {},
): ModelFeatures {
  const words = {
    title: wordsOf(article.title, TITLE_WORDS),
    summary: wordsOf(article.summary, SUMMARY_WORDS),
    body: wordsOf(article.bodyText, options.bodyWords ?? BODY_WORDS),
  };
  return featuresOfWords(words, article, buckets, options.knows);
}

/** The same from words that were read before. */
export function featuresOfWords(
  { title, summary, body }: ArticleWords,
  origin: FeatureOrigin,
  buckets: number,
  knows?: (word: string) => boolean,
): ModelFeatures {
  const builder = new FeatureBuilder(buckets - 1);
  addGrams(builder, [title, summary, body], TEXT, BLOCK_WEIGHTS.text, knows);
  addGrams(builder, [title], TITLE, BLOCK_WEIGHTS.title, knows);
  addOrigin(builder, origin);
  builder.endBlock(BLOCK_WEIGHTS.origin);
  return builder.build();
}

function addGrams(
  builder: FeatureBuilder,
  parts: readonly WordList[],
  seed: number,
  weights: { readonly words: number; readonly pairs: number },
  knows: ((word: string) => boolean) | undefined,
): void {
  const hashed = parts.map(words => hashesOf(words, seed, knows));
  for (const hashes of hashed) for (const hash of hashes) builder.add(hash);
  builder.endBlock(weights.words);
  for (const hashes of hashed)
    for (let index = 1; index < hashes.length; index++)
      builder.add(hashOfPair(hashes[index - 1] ?? 0, hashes[index] ?? 0));
  builder.endBlock(weights.pairs);
}

function hashesOf(
  words: WordList,
  seed: number,
  knows: ((word: string) => boolean) | undefined,
): Uint32Array {
  const { count, units, starts } = words;
  const hashes = new Uint32Array(count);
  let known = 0;
  for (let index = 0; index < count; index++)
    if (knows === undefined || knows(words.at(index)))
      hashes[known++] = hashOfUnits(units, starts[index] ?? 0, starts[index + 1] ?? 0, seed);
  return hashes.subarray(0, known);
}

function addOrigin(builder: FeatureBuilder, { url, sourceName }: FeatureOrigin): void {
  if (sourceName !== undefined && sourceName !== '') builder.add(hashOf(sourceName.toLowerCase(), SOURCE));
  if (url === undefined) return;
  const [host, ...folders] = hostAndFolders(url);
  if (host === undefined) return;
  const hostHash = hashOf(host, HOST);
  builder.add(hostHash);
  for (const folder of folders) {
    const hash = hashOf(folder, FOLDER);
    builder.add(hash);
    builder.add(hashOfPair(hostHash, hash));
  }
}

/** The host and the folders of a URL. The last part, which names the article, and dates are left out. */
function hostAndFolders(url: string): string[] {
  const found = ADDRESS.exec(url.slice(0, 500).toLowerCase());
  if (found === null) return [];
  const [, host = '', path = ''] = found;
  const folders = path.split('/').slice(1, -1);
  return [host, ...folders.filter(folder => folder !== '' && !NUMBERS.test(folder)).slice(0, MAX_FOLDERS)];
}

/** Collects features block by block; a repeated feature gets a larger value. */
class FeatureBuilder {
  readonly #mask: number;
  readonly #ids: number[] = [];
  readonly #values: number[] = [];
  readonly #ends: number[] = [];
  #block: number[] = [];

  constructor(mask: number) {
    this.#mask = mask;
  }

  add(hash: number): void {
    this.#block.push(hash & this.#mask);
  }

  endBlock(weight: number): void {
    const sorted = new Uint32Array(this.#block).sort();
    this.#block = [];
    const start = this.#values.length;
    let squares = 0;
    for (let index = 0; index < sorted.length; ) {
      let next = index + 1;
      while (sorted[next] === sorted[index]) next++;
      const value = next - index === 1 ? 1 : 1 + Math.log(next - index);
      this.#ids.push(sorted[index] ?? 0);
      this.#values.push(value);
      squares += value * value;
      index = next;
    }
    const scale = weight / Math.sqrt(squares || 1);
    for (let index = start; index < this.#values.length; index++)
      this.#values[index] = (this.#values[index] ?? 0) * scale;
    this.#ends.push(this.#values.length);
  }

  build(): ModelFeatures {
    return { ids: new Uint32Array(this.#ids), values: new Float32Array(this.#values), ends: this.#ends };
  }
}

export const TITLE_WORDS = 60;
export const SUMMARY_WORDS = 120;
const BODY_WORDS = 400;
const MAX_FOLDERS = 4;
/**
 * Fitted by five folds over BBC, Reuters and the training texts of AG News, and over NewsAPI titles in order of
 * time.
 */
const BLOCK_WEIGHTS = {
  text: { words: 1, pairs: 0.6 },
  title: { words: 0.7, pairs: 0.4 },
  origin: 0.6,
};

const TEXT = 1;
const TITLE = 2;
const SOURCE = 3;
const HOST = 4;
const FOLDER = 5;

const ADDRESS = /^https?:\/\/(?:www\.)?([^/?#]+)(\/[^?#]*)?/;
const NUMBERS = /^[\d-]+$/;

export interface FeatureText extends FeatureOrigin {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
}

export interface FeatureOrigin {
  readonly url?: string | undefined;
  readonly sourceName?: string | undefined;
}

export interface ArticleWords {
  readonly title: WordList;
  readonly summary: WordList;
  readonly body: WordList;
}

export interface FeatureOptions {
  /** The number of body words read, 400 by default. */
  readonly bodyWords?: number;
  /** Unknown words are skipped, and their neighbours form a pair. By default all words are known. */
  readonly knows?: (word: string) => boolean;
}

export interface ModelFeatures {
  readonly ids: Uint32Array;
  readonly values: Float32Array;
  /** The end of each block; one block when left out. */
  readonly ends?: readonly number[];
}
