import path from 'node:path';
import { type LabelledRow, readLabelledFiles } from '../../../src/lib/evaluation/labelled-files.ts';
import { sectionOfAddress } from '../../../src/stories/topics/text/sections.ts';

/**
 * The sources of the model's training data: public news collections, with their labels mapped to the twelve
 * categories. Where the section in a URL is more specific than the label ("/politics/" under business), the section
 * is the label, and the article is trained without its URL, or the model would only learn to read URLs.
 *
 * BBC, AG News and Reuters are left out: they measure how well the model transfers to unseen publishers.
 */
export async function readExamples(data: string): Promise<LabelledText[]> {
  const rowsOf = async (file: string) =>
    (await readLabelledFiles(path.join(data, file))).flatMap(({ rows }) => rows);
  return [
    ...(await rowsOf('topics/newsapi6_train.jsonl.gz')).map(newsapi),
    ...(await rowsOf('streams/newsapi_2020-12_articles.jsonl.gz')).map(stream),
    ...(await rowsOf('recsys/mind_small_sample_news.jsonl.gz')).map(mind),
    ...(await rowsOf('clustering/allsides_articles.jsonl.gz')).map(bySection),
    ...(await rowsOf('clustering/semeval2022t8_articles.jsonl.gz')).map(bySection),
  ].filter(example => example !== undefined);
}

function newsapi(row: LabelledRow): LabelledText | undefined {
  const section = sectionOfAddress(textOf(row, 'url'));
  const label = textOf(row, 'label');
  // The six labels are used where the section agrees; the other six categories come from sections alone.
  const category = section !== undefined && !SIX.has(section) ? section : label;
  return { ...common(row), category, byAddress: category !== label, language: 'en' };
}

function stream(row: LabelledRow): LabelledText | undefined {
  const lists = Array.isArray(row['lists']) ? row['lists'].map(String) : [];
  const language = lists.some(list => list.endsWith('/fr'))
    ? 'fr'
    : lists.some(list => list.endsWith('/ru'))
      ? 'ru'
      : 'en';
  const section = sectionOfAddress(textOf(row, 'url'));
  const named = [...new Set(lists.map(list => list.split('/')[0] ?? '').filter(name => SIX.has(name)))];
  const label = named.length === 1 ? named[0] : undefined;
  const category = section !== undefined && (label === undefined || !SIX.has(section)) ? section : label;
  if (category === undefined) return undefined;
  return { ...common(row), category, byAddress: category !== label, language };
}

function mind(row: LabelledRow): LabelledText | undefined {
  const category = MIND[textOf(row, 'subcategory')] ?? MIND[textOf(row, 'category')];
  return category === undefined ? undefined : { ...common(row), category, byAddress: false, language: 'en' };
}

function bySection(row: LabelledRow): LabelledText | undefined {
  const category = sectionOfAddress(textOf(row, 'url'));
  const language = textOf(row, 'lang') || textOf(row, 'language') || 'en';
  return category === undefined ? undefined : { ...common(row), category, byAddress: true, language };
}

function common(row: LabelledRow): Omit<LabelledText, 'category' | 'byAddress' | 'language'> {
  const url = textOf(row, 'url');
  const sourceName = textOf(row, 'source');
  return {
    title: textOf(row, 'title'),
    summary: textOf(row, 'description') || textOf(row, 'abstract') || textOf(row, 'lead'),
    bodyText: textOf(row, 'text'),
    ...(url === '' ? {} : { url }),
    ...(sourceName === '' ? {} : { sourceName }),
  };
}

function textOf(row: LabelledRow, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value : '';
}

const SIX = new Set(['business', 'entertainment', 'health', 'science', 'sports', 'technology']);
const MIND: Readonly<Record<string, string>> = {
  newsus: 'nation',
  newscrime: 'nation',
  newspolitics: 'politics',
  'elections-2020-us': 'politics',
  newsworld: 'world',
  sports: 'sports',
  finance: 'business',
  foodanddrink: 'lifestyle',
  lifestyle: 'lifestyle',
  lifestyleroyals: 'entertainment',
  travel: 'lifestyle',
  autos: 'lifestyle',
  weather: 'climate',
  health: 'health',
  music: 'entertainment',
  tv: 'entertainment',
  movies: 'entertainment',
  entertainment: 'entertainment',
};

export interface LabelledText {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
  readonly url?: string;
  readonly sourceName?: string;
  readonly category: string;
  readonly language: string;
  /** True when the label comes from the URL alone. */
  readonly byAddress: boolean;
}
