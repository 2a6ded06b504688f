import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readLabelledFiles } from '../../../src/lib/evaluation/labelled-files.ts';

/** The running text of the development data, without headlines, whose capitals differ. */
export async function* readTexts(data: string): AsyncGenerator<{ language: string; text: string }> {
  for (const { file, textOf } of SETS) {
    const files = await readLabelledFiles(join(data, file));
    for (const row of files.flatMap(({ rows }) => rows)) {
      const language = typeof row['lang'] === 'string' ? row['lang'] : 'en';
      for (const field of textOf) {
        const text = row[field];
        if (typeof text === 'string') yield { language, text };
      }
    }
  }
  // Words of books and the web that occur once add nothing for news.
  for (const line of await lines(join(data, 'search/symspell_frequency_en_82765.txt.gz'))) {
    const [word = '', frequency = '0'] = line.split(' ');
    if (Number(frequency) > 2_000_000) yield { language: 'en', text: `${word} ${word} ${word}` };
  }
}

/** A word list is plain text, a word and its frequency per line. */
async function lines(path: string): Promise<string[]> {
  return gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')
    .filter(Boolean);
}

const SETS = [
  { file: 'clustering/semeval2022t8_articles.jsonl.gz', textOf: ['text'] },
  { file: 'clustering/allsides_articles.jsonl.gz', textOf: ['lead'] },
  { file: 'clustering/tgcontest_pairs.jsonl.gz', textOf: ['text_a', 'text_b'] },
  { file: 'topics/tgcontest_categories.jsonl.gz', textOf: ['text'] },
  { file: 'topics/bbc_news.jsonl.gz', textOf: ['text'] },
  { file: 'topics/newsapi6_train.jsonl.gz', textOf: ['description'] },
] as const;
