import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { clusterWords } from '../../src/stories/clusters/cluster-words.ts';
import { termOf } from '../../src/stories/clusters/term-hash.ts';
import { detectLanguage } from '../../src/stories/language/detect-language.ts';

/**
 * Writes models/words.bin, the document frequencies by which clustering weighs words (format in
 * src/stories/clusters/background.ts). English is counted on the topic and stream sets and on none of the clustering
 * sets, so that measurements on those are on unseen text. The stream also has French and Russian; split articles of
 * SemEval 2022 task 8 give the other languages.
 *
 *   BROADSHEET_DATA=... node scripts/train/words.ts
 */
const data = process.env['BROADSHEET_DATA'];
if (data === undefined)
  throw new Error('BROADSHEET_DATA is not set: set it to the folder of the development data');

const PIECE = 400;
const MAX_PIECES = 8;
/** The word frequencies of fewer texts depend too much on their subjects. */
const MIN_TEXTS = 2_000;

const seen = new Set<string>();
const counted = new Map<string, Counts>();
for (const file of [
  'topics/newsapi6_train',
  'streams/newsapi_2020-12_articles',
  'topics/bbc_news',
  'topics/reuters21578_train',
])
  for (const row of rowsOf(file)) countFirst(row);
for (const row of rowsOf('clustering/semeval2022t8_articles')) if (row.lang !== 'en') countPieces(row);

const languages = [...counted].filter(([, { texts }]) => texts >= MIN_TEXTS).sort(byCode);
const file = Buffer.concat([
  Buffer.from('BSW2', 'latin1'),
  Buffer.from([languages.length]),
  ...languages.map(([language, counts]) => section(language, counts)),
]);
writeFileSync(join(import.meta.dirname, '../../models/words.bin'), file);
for (const [language, { texts, of }] of languages)
  console.log(`${language}: ${texts} texts, ${of.size} words`);

function* rowsOf(name: string): Generator<Row> {
  const lines = gunzipSync(readFileSync(join(data ?? '', `${name}.jsonl.gz`)))
    .toString()
    .split('\n');
  for (const line of lines) if (line !== '') yield JSON.parse(line);
}

/** One text per title: copies on many sites would make their words look common. */
function countFirst({ title, description, text }: Row): void {
  if (typeof title !== 'string' || seen.has(title)) return;
  seen.add(title);
  const beginning = `${title}\n${description ?? text?.slice(0, PIECE) ?? ''}`;
  countText(beginning, detectLanguage(beginning).language);
}

/** Counts long texts of a small set in parts, to find the words that occur in many parts. */
function countPieces({ title = '', text = '', lang = '' }: Row): void {
  for (let at = 0; at < Math.min(text.length, MAX_PIECES * PIECE); at += PIECE)
    countText(`${at === 0 ? title : ''}\n${text.slice(at, at + PIECE)}`, lang);
}

function countText(text: string, language: string): void {
  const counts = counted.get(language) ?? { texts: 0, of: new Map<number, number>() };
  counted.set(language, counts);
  counts.texts++;
  for (const term of new Set(clusterWords(text, language).map(({ word }) => termOf(word))))
    counts.of.set(term, (counts.of.get(term) ?? 0) + 1);
}

function section(language: string, { texts, of }: Counts): Buffer {
  const bits = Math.min(18, Math.max(14, Math.ceil(Math.log2(of.size)) + 1));
  const head = Buffer.alloc(8);
  head.write(language.padEnd(3), 'latin1');
  head.writeUInt32LE(texts, 3);
  head.writeUInt8(bits, 7);
  const sums = new Float64Array(1 << bits);
  for (const [term, count] of of) {
    const bucket = term & (sums.length - 1);
    sums[bucket] = (sums[bucket] ?? 0) + count;
  }
  return Buffer.concat([head, Uint8Array.from(sums, sum => Math.min(255, Math.round(16 * Math.log1p(sum))))]);
}

function byCode([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

interface Counts {
  texts: number;
  readonly of: Map<number, number>;
}

interface Row {
  readonly title?: string;
  readonly description?: string | null;
  readonly text?: string;
  readonly lang?: string;
}
