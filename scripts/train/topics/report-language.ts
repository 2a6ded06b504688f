import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readLabelledFiles } from '../../../src/lib/evaluation/labelled-files.ts';
import { detectLanguage } from '../../../src/stories/language/detect-language.ts';

/** Detection accuracy on articles of ten languages, by title and by text. */
export async function languageSection(data: string): Promise<string> {
  const rows = await readRows(path.join(data, 'clustering/semeval2022t8_articles.jsonl.gz'));
  const views: [string, (row: Row) => string, boolean][] = [
    ['title', row => row.title, false],
    ['title, language declared', row => row.title, true],
    ['first three words', row => firstWords(row.title), false],
    ['first three words, language declared', row => firstWords(row.title), true],
    ['title and beginning of the text', row => `${row.title} ${row.text}`, false],
  ];
  const lines = views.map(([name, view, declares]) => {
    const before = process.cpuUsage();
    const right = rows.filter(row => {
      const found = detectLanguage(view(row), declares ? { declared: row.language } : {}).language;
      return found === row.language;
    });
    const { user, system } = process.cpuUsage(before);
    const rate = Math.round((rows.length / (user + system)) * 1e6);
    return `| ${name} | ${(right.length / rows.length).toFixed(4)} | ${rate} |`;
  });
  return [
    '## language',
    '',
    `Detection on ${rows.length} articles (SemEval 2022 task 8), texts per second of processor time.`,
    '',
    '| input | right | per second |',
    '|---|---|---|',
    ...lines,
    '',
    'The n-gram detector alone by the size of its tables, on the same titles; the heap is what its tables add.',
    '',
    '| tables | right | heap, MB |',
    '|---|---|---|',
    ...SIZES.map(size => sizeRow(size, data)),
  ].join('\n');
}

/** Each size runs in its own process, or their heaps would add up. */
function sizeRow(size: string, data: string): string {
  const script = path.join(import.meta.dirname, 'detector-size.ts');
  const output = execFileSync(process.execPath, ['--expose-gc', script, size, data], { encoding: 'utf8' });
  const [right = '', heap = ''] = output.trim().split(' ');
  return `| ${size} | ${right} | ${heap} |`;
}

function firstWords(title: string): string {
  return title.split(' ').slice(0, 3).join(' ');
}

export async function readRows(file: string): Promise<Row[]> {
  const files = await readLabelledFiles(file);
  return files
    .flatMap(({ rows }) => rows)
    .flatMap(({ title, text, lang }) => {
      if (typeof title !== 'string' || title === '' || typeof lang !== 'string') return [];
      return [
        { title, text: typeof text === 'string' ? text.slice(0, 300) : '', language: lang.slice(0, 2) },
      ];
    });
}

const SIZES = ['large', 'medium', 'small', 'extrasmall'];

interface Row {
  readonly title: string;
  readonly text: string;
  readonly language: string;
}
