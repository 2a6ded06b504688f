import { parseHtml } from '../../src/ingest/extract/dom/parse-html.ts';
import { textOf } from '../../src/ingest/extract/dom/text.ts';
import type { SuiteCase } from './suites.ts';

/** The result of an extractor for a page, in a form that all of them support. */
export interface Answer {
  readonly title: string | null;
  readonly byline: string | null;
  readonly publishedTime: string | null;
  readonly text: string;
}

export interface Scores {
  /** F1 of snippets: expected snippets found against unwanted snippets not removed. */
  readonly snippets: number;
  readonly dates: number;
  readonly datesOf: number;
  readonly authors: number;
  readonly authorsOf: number;
  /** Mean F1 of words over the pages with a full reference text. */
  readonly words: number;
}

export function scoreAnswers(cases: readonly SuiteCase[], answers: readonly (Answer | null)[]): Scores {
  let [found, missed, wrong] = [0, 0, 0];
  const counts = { dates: 0, datesOf: 0, authors: 0, authorsOf: 0 };
  const words: number[] = [];
  cases.forEach(({ expect }, index) => {
    const answer = answers[index] ?? null;
    const text = collapse(answer?.text ?? '');
    if (expect.with && expect.without) {
      const hits = expect.with.filter(snippet => text.includes(collapse(snippet))).length;
      found += hits;
      missed += expect.with.length - hits;
      wrong += expect.without.filter(snippet => text.includes(collapse(snippet))).length;
      if (expect.date) {
        counts.datesOf++;
        if (daysOf(answer?.publishedTime).includes(expect.date.slice(0, 10))) counts.dates++;
      }
      if (expect.author) {
        counts.authorsOf++;
        if (isSameName(answer?.byline ?? '', String(expect.author))) counts.authors++;
      }
    }
    const whole = expect.text ?? (expect.html === undefined ? undefined : textOf(parseHtml(expect.html)));
    if (whole !== undefined) words.push(wordF1(text, whole));
  });
  return { snippets: (2 * found) / (2 * found + missed + wrong), ...counts, words: mean(words) };
}

function collapse(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b\ufeff\u00ad]+/gu, ' ')
    .trim();
}

/** The day in the page's time zone and the day in UTC; both count as correct. */
function daysOf(time: string | null | undefined): string[] {
  if (!time) return [];
  const instant = new Date(time);
  return [
    time.slice(0, 10),
    ...(Number.isNaN(instant.getTime()) ? [] : [instant.toISOString().slice(0, 10)]),
  ];
}

function isSameName(given: string, expected: string): boolean {
  return collapse(given).toLowerCase() === collapse(expected).toLowerCase() || wordF1(given, expected) >= 0.8;
}

export function wordF1(one: string, other: string): number {
  return wordScores(one, other).f1;
}

/** Precision is the share of `one` that is in `other`, recall the share of `other` that is in `one`. */
export function wordScores(one: string, other: string): { precision: number; recall: number; f1: number } {
  const counts = new Map<string, number>();
  const first = wordsOf(one);
  const second = wordsOf(other);
  if (first.length === 0 && second.length === 0) return { precision: 1, recall: 1, f1: 1 };
  for (const word of first) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of second) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      shared++;
      counts.set(word, left - 1);
    }
  }
  return {
    precision: shared / Math.max(1, first.length),
    recall: shared / Math.max(1, second.length),
    f1: (2 * shared) / (first.length + second.length),
  };
}

function wordsOf(text: string): string[] {
  return (
    collapse(text)
      .toLowerCase()
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*/gu,
      ) ?? []
  );
}

function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
