import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counts, countCases } from './entities/count-cases.ts';
import { readTexts } from './entities/read-texts.ts';

/**
 * Writes models/entities/common-words.txt: per language the words in lower case within sentences, most frequent
 * first, and for German the nouns, recognised by their articles.
 *
 *   BROADSHEET_DATA=... node scripts/train/entities.ts
 */
const data = process.env['BROADSHEET_DATA'];
if (!data) throw new Error('BROADSHEET_DATA is not set: set it to the folder of the development data');

const MAX_WORDS = new Map([['en', 22_000]]);
const DEFAULT_MAX_WORDS = 8_000;
const MIN_OCCURRENCES = 3;

const byLanguage = new Map<string, Counts>();
for await (const { language, text } of readTexts(data)) countCases(byLanguage, language, text);
const lines: string[] = [];
for (const [language, { small, large, withArticle }] of [...byLanguage].sort()) {
  if (language === 'ar') continue;
  const common = sortByFrequency(small, (word, seen) => seen / (seen + (large.get(word) ?? 0)) >= 0.6);
  lines.push(`${language} ${common.slice(0, MAX_WORDS.get(language) ?? DEFAULT_MAX_WORDS).join(' ')}`);
  if (language !== 'de') continue;
  const nouns = sortByFrequency(large, (word, seen) => (withArticle.get(word) ?? 0) / seen >= 0.12);
  lines.push(`de-nouns ${nouns.slice(0, 12_000).join(' ')}`);
}
const folder = join(import.meta.dirname, '../../models/entities');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'common-words.txt'), `${lines.join('\n')}\n`);

function sortByFrequency(
  counts: ReadonlyMap<string, number>,
  isCommon: (word: string, seen: number) => boolean,
): string[] {
  return [...counts]
    .filter(([word, seen]) => seen >= MIN_OCCURRENCES && word.length > 1 && isCommon(word, seen))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word]) => word);
}
