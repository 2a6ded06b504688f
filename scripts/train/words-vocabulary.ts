import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { clusterWords } from '../../src/stories/clusters/cluster-words.ts';
import { termOf } from '../../src/stories/clusters/term-hash.ts';

/**
 * Writes the most common words of English news with terms and counts, for words-vectors.py. Reads none of the clustering
 * sets.
 *
 *   BROADSHEET_DATA=... node scripts/train/words-vocabulary.ts vocabulary.json
 */
const data = process.env['BROADSHEET_DATA'];
const [, , target] = process.argv;
if (data === undefined || target === undefined)
  throw new Error('usage: BROADSHEET_DATA=<folder> node scripts/train/words-vocabulary.ts <file>');

const counts = new Map<string, number>();
const seen = new Set<string>();
for (const file of [
  'topics/newsapi6_train',
  'streams/newsapi_2020-12_articles',
  'topics/bbc_news',
  'topics/reuters21578_train',
]) {
  const lines = gunzipSync(readFileSync(join(data, `${file}.jsonl.gz`)))
    .toString()
    .split('\n');
  for (const line of lines) if (line !== '') countText(JSON.parse(line));
}
// Words of more than 20 letters are URLs or words without spaces.
const common = [...counts]
  .filter(([word]) => word.length <= 20)
  .sort(([, one], [, other]) => other - one)
  .slice(0, 28_160);
writeFileSync(target, JSON.stringify(common.map(([word, count]) => [word, termOf(word), count])));
console.log(`${common.length} words, the rarest in ${common.at(-1)?.[1]} texts`);

function countText(row: Row): void {
  if (typeof row.title !== 'string' || seen.has(row.title)) return;
  seen.add(row.title);
  const text = `${row.title}\n${row.description ?? row.text?.slice(0, 400) ?? ''}`;
  for (const word of new Set(clusterWords(text, 'en').map(found => found.word)))
    counts.set(word, (counts.get(word) ?? 0) + 1);
}

interface Row {
  readonly title?: string;
  readonly description?: string | null;
  readonly text?: string;
}
