import assert from 'node:assert/strict';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { type Page, pagesToMeasure } from './corpus.ts';
import { defuddle, type Extractor, ours, readability } from './extractors.ts';
import { type Answer, type Scores, scoreAnswers } from './score.ts';
import { loadSuites, type SuiteCase } from './suites.ts';

/**
 * Each extractor gets the page as text and returns the article, so all of them build a document. Ours also sanitises
 * its result, which the others leave to the caller.
 */
export default defineBenchmark({
  name: 'extract',
  question: 'How fast and how well are articles extracted from their pages?',
  corpus: {
    name: 'development part of public extraction suites where present, else made-up pages',
    size: '60 pages for speed, 469 for quality',
  },
  peers: ['@mozilla/readability', 'defuddle', 'linkedom', 'htmlparser2'],
  async run(ctx) {
    ctx.plan(1);
    const suites = loadSuites();
    if (!suites)
      ctx.note(
        'BROADSHEET_DATA is not set: speed was measured on made-up pages, and quality was not measured.',
      );
    await measureSpeed(ctx, pagesToMeasure(suites, ctx.quick ? 12 : 60));
    if (suites) measureQuality(ctx, suites);
  },
});

const EXTRACTORS: Readonly<Record<'ours' | 'readability' | 'defuddle', Extractor>> = {
  ours,
  readability,
  defuddle,
};

async function measureSpeed(ctx: BenchmarkContext, pages: readonly Page[]): Promise<void> {
  assert.ok(pages.some(page => (ours(page.html, page.url)?.text.length ?? 0) > 500));
  const each = (extract: Extractor) => () => {
    for (const { html, url } of pages) answerOf(extract, html, url);
  };
  const measured = await ctx.measure(
    'articles',
    { ours: each(ours), readability: each(readability), defuddle: each(defuddle) },
    { unitsPerCall: pages.length, durationMs: 2_000, rounds: 3 },
  );
  ctx.table(
    'Pages a second',
    ['extractor', 'pages/s', 'ms CPU per page'],
    Object.values(measured).map(({ peer, rate, cpuMicros }) => [peer, rate.median, cpuMicros.median / 1_000]),
  );
  for (const peer of ['readability', 'defuddle'] as const) {
    const value = ctx.ratio(measured.ours.rate, measured[peer].rate);
    ctx.figure({ metric: `extract.speed.${peer}`, value, unit: `x-${peer}`, goal: 1, better: 'higher' });
  }
}

function measureQuality(ctx: BenchmarkContext, suites: readonly SuiteCase[]): void {
  const cases = ctx.quick ? suites.filter((_, index) => index % 8 === 0) : suites;
  const scores = Object.entries(EXTRACTORS).map(([name, extract]) => {
    ctx.say(`reading ${cases.length} pages with ${name}`);
    return {
      name,
      ...scoreAnswers(
        cases,
        cases.map(({ html, url }) => answerOf(extract, html, url)),
      ),
    };
  });
  ctx.table(
    'Quality: F1 of marked snippets, correct dates and authors, F1 of words against the text of Readability',
    ['extractor', 'snippets', 'dates', 'authors', 'words'],
    scores.map(({ name, snippets, dates, datesOf, authors, authorsOf, words }) => [
      name,
      snippets.toFixed(3),
      `${dates} of ${datesOf}`,
      `${authors} of ${authorsOf}`,
      words.toFixed(3),
    ]),
  );
  for (const score of scores) reportFigures(ctx, score.name, score);
}

/** The goals are shares of the labelled data; they were set for a collection three times as large. */
function reportFigures(ctx: BenchmarkContext, name: string, scores: Scores): void {
  const goal = (value: number): { goal?: number } => (name === 'ours' ? { goal: value } : {});
  const figure = (what: string, unit: string, value: number, options?: { goal?: number }) =>
    ctx.figure({ metric: `extract.${what}.${name}`, value, unit, better: 'higher', ...options });
  figure('snippets', 'F1', scores.snippets, goal(0.93));
  figure('dates', 'share', scores.dates / scores.datesOf, goal(640 / 728));
  figure('authors', 'share', scores.authors / scores.authorsOf, goal(340 / 538));
  figure('words', 'F1', scores.words);
}

/** Peers log broken page data to the console and throw on some pages; ours must not throw. */
function answerOf(extract: Extractor, html: string, url: string): Answer | null {
  if (extract === ours) return extract(html, url);
  const { error, warn, log } = console;
  Object.assign(console, { error: ignore, warn: ignore, log: ignore });
  try {
    return extract(html, url);
  } catch {
    // A page on which a peer fails scores as a page without an article.
    return null;
  } finally {
    Object.assign(console, { error, warn, log });
  }
}

function ignore(): void {
  return;
}
