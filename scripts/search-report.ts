import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InProcessIndex, vocabularyFromCounts } from '../src/search/engine/embedded/in-process.ts';
import { evaluateSearch, type SearchReport } from '../src/search/evaluation/evaluate-search.ts';
import { evaluateSets, type SetScore, type SetsReport } from '../src/search/evaluation/evaluate-sets.ts';
import { evaluateSpelling, type SpellingReport } from '../src/search/evaluation/evaluate-spelling.ts';
import type { OpenIndex } from '../src/search/evaluation/indexed-collection.ts';

/**
 * Writes docs/reports/search.md: relevance on test collections, and the correction of misspelled words.
 *
 *   BROADSHEET_DATA=<folder> node scripts/search-report.ts
 */
const openIndex: OpenIndex = (documents, synonyms) => new InProcessIndex(documents, synonyms);
const data = process.env['BROADSHEET_DATA'];
/** The collection of news. */
const NEWS = 'allsides_roundup.json.gz';
if (data === undefined) {
  console.error('BROADSHEET_DATA is not set: set it to the folder of the labelled data.');
  process.exitCode = 2;
} else {
  const folder = join(data, 'search');
  const names = (await readdir(folder)).sort();
  const sections = [introduction()];
  for (const name of names.filter(each => /\.json(?:\.gz)?$/.test(each)))
    sections.push(collection(nameOf(name), await evaluateSearch(join(folder, name), openIndex)));
  for (const name of names.filter(each => /misspell|noisy/.test(each)))
    sections.push(
      spelling(nameOf(name), await evaluateSpelling(join(folder, name), undefined, vocabularyFromCounts)),
    );
  sections.push(sets(NEWS, await evaluateSets(join(folder, NEWS), openIndex)));
  const text = sections.join('\n');
  await writeFile(join(import.meta.dirname, '../docs/reports/search.md'), text);
  console.log(text);
}

function collection(name: string, { documents, queries, methods, keptWhenMisspelled }: SearchReport): string {
  const rows = methods.map(
    ({ method, ndcgAt10, meanAveragePrecision }) =>
      `| ${method} | ${ndcgAt10.toFixed(3)} | ${meanAveragePrecision.toFixed(3)} |`,
  );
  return `## ${name}

${documents.toLocaleString('en-US')} articles, ${queries.toLocaleString('en-US')} queries. Misspelled queries keep
${(keptWhenMisspelled * 100).toFixed(1)} % of nDCG@10.

| method | nDCG@10 | MAP |
|---|---:|---:|
${rows.join('\n')}
`;
}

function spelling(name: string, report: SpellingReport): string {
  const number = (value: number) => value.toLocaleString('en-US');
  return `## ${name}

${number(report.misspellings)} misspellings, ${number(report.realWords)} of which are real words and left out; of the
others ${number(report.withinTwoEdits)} are within two edits, among ${number(report.words)} words.

| success@1 | success@5 |
|---:|---:|
| ${report.successAt1.toFixed(3)} | ${report.successAt5.toFixed(3)} |
`;
}

function sets(name: string, { documents, names, missingSpaces: spaces, synonyms }: SetsReport): string {
  const row = (what: string, { queries, asTyped, successAt1, successAt5 }: SetScore) =>
    `| ${what} | ${queries} | ${asTyped.toFixed(3)} | ${successAt1.toFixed(3)} | ${successAt5.toFixed(3)} |`;
  return `## Phonetic names, missing spaces, synonyms

On the ${documents.toLocaleString('en-US')} articles of ${nameOf(name)}. We wrote phonetic spellings of names
(\`src/search/evaluation/sets/phonetic-names.json\`), each counted when the collection contains the name but not the
spelling. Missing spaces are pairs of words from its headlines, written as one, that several articles contain side by side.
A search succeeds when one of the first articles contains the intended words.

| queries | number | success@5 as typed | success@1 | success@5 |
|---|---:|---:|---:|---:|
${row('phonetic spellings', names)}
${row('missing spaces', spaces)}

Synonyms (\`synonyms.json\` beside the names): of the articles that use any word of a set, a search for one of the
${synonyms.queries} words and phrases finds ${(synonyms.asTyped * 100).toFixed(0)} % as typed and ${(synonyms.withSynonyms * 100).toFixed(0)} % with synonyms.
`;
}

function introduction(): string {
  return `# Quality of search and spelling correction

Written by \`node scripts/search-report.ts\`. BM25 is the textbook version (k1 1.2, b 0.75, Porter stemmer, title and
text as one field). Ours weighs title, tags, summary and text 10 : 5 : 3 : 1 before saturation, falls back from all words
to any, and boosts articles about the same subject as the two best ones. Misspelled queries have a typo in one of every
three longer words.
`;
}

function nameOf(file: string): string {
  return file.replace(/\.(?:json|tsv|txt)(?:\.gz)?$/, '');
}
