import { basename } from 'node:path';
import type { LabelledFile, LabelledRow } from '../../../lib/evaluation/labelled-files.ts';
import { shuffled } from './shuffled.ts';

/**
 * The labelled sets in some files, recognised by the shape of their rows, each in an order in which an installation
 * could have met its articles. What a set knows of its articles is used, labels never:
 *
 * - headlines with publishers (uci): the file lists story after story and its times were taken while collecting
 *   story by story, so both would give the answer away. The order is shuffled and the time is left out.
 * - titles with leads (allsides): some of the articles have a date. Those are clustered in order of time, as the
 *   product would. Where a file beside it has the days of the round-ups, articles without a date get the day on which they were rounded up, and all of these are a second set; it is easier than news, since the
 *   articles of a story are of one day. All articles together, over ten years and without time, are a third and harder.
 * - lines of text (googlenews): no times; the order of the file, which is mixed.
 * - titles with texts (basil): in order of time; those without a date come first.
 */
export function setsOf(
  files: readonly LabelledFile[],
  beside: readonly LabelledFile[] = [],
): LabelledStorySet[] {
  const days = daysOfStories([...files, ...beside]);
  return files.flatMap(({ file, rows }) => {
    const name = basename(file).replace(/\.jsonl(?:\.gz)?$/, '');
    return SHAPES.find(({ fits }) => rows.length > 0 && rows.every(fits))?.sets(name, rows, days) ?? [];
  });
}

/** The days on which stories were rounded up, from rows about stories. */
function daysOfStories(files: readonly LabelledFile[]): Map<string, number> {
  const rows = files
    .filter(({ rows: [first = {}] }) => hasStory(first) && 'roundup' in first)
    .flatMap(({ rows }) => rows);
  const days = rows.map(row => [text(row['story']), Date.parse(text(row['date']))] as const);
  return new Map(days.filter(([, day]) => !Number.isNaN(day)));
}

/** From the most specific shape to the least; every row of a file must fit. */
const SHAPES: readonly SetShape[] = [
  { fits: row => hasStory(row) && has(row, 'title') && has(row, 'lead'), sets: withLeads },
  { fits: row => hasStory(row) && has(row, 'title') && has(row, 'text'), sets: withTexts },
  { fits: row => hasStory(row) && has(row, 'title'), sets: withTitles },
  { fits: row => hasStory(row) && has(row, 'text'), sets: withLines },
];

function hasStory(row: LabelledRow): boolean {
  return text(row['story']) !== '';
}

function has(row: LabelledRow, field: string): boolean {
  return typeof row[field] === 'string';
}

function withLeads(name: string, rows: readonly LabelledRow[], days: Days): LabelledStorySet[] {
  const articles = rows.map(articleOf);
  const dated = articles.filter(isDated).sort(byTime);
  const roundedUp = articles
    .map(article => onDayOf(article, days))
    .filter(isDated)
    .sort(byTime);
  const noTime = articles.map(withoutBody).map(timeless);
  const sets = [
    ...atEachLength(`${name}, dated`, dated),
    ...(roundedUp.length > dated.length ? atEachLength(`${name}, by day`, roundedUp) : []),
    { name: `${name}, no time`, fields: 'title and lead', articles: noTime },
  ];
  return sets.filter(set => set.articles.length > 0);
}

function atEachLength(name: string, articles: readonly LabelledArticle[]): LabelledStorySet[] {
  return [
    { name, fields: 'headlines', articles: articles.map(headlineOnly) },
    { name, fields: 'title and lead', articles: articles.map(withoutBody) },
    { name, fields: 'full text', articles },
  ];
}

function withTexts(name: string, rows: readonly LabelledRow[]): LabelledStorySet[] {
  const articles = rows.map(articleOf).sort(byTime);
  return [
    { name, fields: 'headlines', articles: articles.map(headlineOnly) },
    { name, fields: 'full text', articles },
  ];
}

function withTitles(name: string, rows: readonly LabelledRow[]): LabelledStorySet[] {
  return [{ name, fields: 'headlines', articles: shuffled(rows.map(articleOf).map(timeless), 1) }];
}

function withLines(name: string, rows: readonly LabelledRow[]): LabelledStorySet[] {
  const articles = rows.map(row => ({ ...articleOf(row), title: text(row['text']), bodyText: '' }));
  return [{ name, fields: 'lines', articles: articles.map(timeless) }];
}

function articleOf(row: LabelledRow): LabelledArticle {
  return {
    title: text(row['title']),
    summary: text(row['lead']),
    bodyText: text(row['text']),
    language: text(row['lang']) || 'en',
    sourceId: text(row['source']) || text(row['host']),
    publishedAt: Date.parse(text(row['date'])),
    story: text(row['story']),
  };
}

function isDated({ publishedAt }: LabelledArticle): boolean {
  return !Number.isNaN(publishedAt);
}

function onDayOf(article: LabelledArticle, days: Days): LabelledArticle {
  return isDated(article) ? article : { ...article, publishedAt: days.get(article.story) ?? Number.NaN };
}

function headlineOnly(article: LabelledArticle): LabelledArticle {
  return { ...article, summary: '', bodyText: '' };
}

function withoutBody(article: LabelledArticle): LabelledArticle {
  return { ...article, bodyText: '' };
}

function timeless(article: LabelledArticle): LabelledArticle {
  return { ...article, publishedAt: Number.NaN };
}

function byTime(a: LabelledArticle, b: LabelledArticle): number {
  return (a.publishedAt || 0) - (b.publishedAt || 0);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

interface SetShape {
  readonly fits: (row: LabelledRow) => boolean;
  readonly sets: (name: string, rows: readonly LabelledRow[], days: Days) => LabelledStorySet[];
}

/** By story, the day on which it was rounded up. */
type Days = ReadonlyMap<string, number>;

export interface LabelledStorySet {
  readonly name: string;
  readonly fields: string;
  readonly articles: readonly LabelledArticle[];
}

export interface LabelledArticle {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
  readonly language: string;
  readonly entities?: readonly string[];
  readonly sourceId: string;
  /** Milliseconds, or NaN. */
  readonly publishedAt: number;
  readonly story: string;
}
