import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accuracySection } from './topics/report-accuracy.ts';
import { languageSection } from './topics/report-language.ts';
import { modelSection } from './topics/report-model.ts';

/**
 * Writes docs/reports/topics.md, or only the named sections; each takes seconds to minutes.
 *
 *   BROADSHEET_DATA=... node scripts/train/topics-report.ts [model language newsapi6 bbc agnews reuters]
 */
const data = process.env['BROADSHEET_DATA'];
if (data === undefined)
  throw new Error('BROADSHEET_DATA is not set: set it to the folder of the development data');

const HEAD = `# Topics and languages: accuracy and speed

Written by \`scripts/train/topics-report.ts\` from public labelled news. Accuracy is the share of items with the
right label. Baselines are trained and evaluated in the same run on the same items.

The weights of features and the length of text that is read were chosen with five folds over BBC, Reuters and the
training texts of AG News, and by time within the training items of NewsAPI. The figures for BBC and Reuters come from the
same five folds and are a little too good; those for AG News and NewsAPI come from files that were not used for any choice.`;

const SECTIONS: Readonly<Record<string, () => Promise<string>>> = {
  model: () => modelSection(data),
  language: () => languageSection(data),
  newsapi6: () => accuracySection('newsapi6', path.join(data, 'topics/newsapi6_test.jsonl.gz')),
  bbc: () => accuracySection('bbc', path.join(data, 'topics/bbc_news.jsonl.gz')),
  agnews: () => accuracySection('agnews', path.join(data, 'topics/agnews_test_half.jsonl.gz')),
  reuters: () => accuracySection('reuters', path.join(data, 'topics/reuters21578_train.jsonl.gz')),
};

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(SECTIONS)) {
  const write = SECTIONS[name];
  if (!write) throw new Error(`unknown section '${name}'; choose from ${Object.keys(SECTIONS).join(', ')}`);
  replaceSection(name, await write());
  console.log(`${name} is written`);
}

/** Reads the file each time, because sections may be written by several runs. */
function replaceSection(name: string, text: string): void {
  const file = path.join(import.meta.dirname, '../../docs/reports/topics.md');
  const sections = new Map(existsSync(file) ? sectionsOf(readFileSync(file, 'utf8')) : []);
  sections.set(name, text.trim());
  const ordered = Object.keys(SECTIONS).flatMap(key => sections.get(key) ?? []);
  writeFileSync(file, `${[HEAD, ...ordered].join('\n\n')}\n`);
}

function sectionsOf(text: string): [string, string][] {
  return text
    .split(/\n(?=## )/)
    .slice(1)
    .map(section => [/^## (\S+)/.exec(section)?.[1] ?? '', section.trim()]);
}
