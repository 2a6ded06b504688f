import { type Agreement, bCubed, pairwise } from '../../../lib/evaluation/clusters.ts';
import { readBeside, readLabelledFiles } from '../../../lib/evaluation/labelled-files.ts';
import { groupBySimHash, groupBySketch } from '../../copies/evaluation/by-fingerprint.ts';
import { fingerprintArticle } from '../../fingerprints/article-fingerprint.ts';
import { features } from '../features.ts';
import { StoryIndex } from '../story-index.ts';
import type { StoryOptions } from '../story-index-options.ts';
import { evaluatePairs, type PairReport } from './pairs.ts';
import { type LabelledArticle, type LabelledSet, setsOf } from './sets.ts';
import { shuffled } from './shuffled.ts';
import { singlePass } from './single-pass.ts';

/**
 * STORY-2: how well stories are found in labelled data, by ours and by the plain methods, in one run. Every method
 * reads the same articles in the same order; the thresholds of the single pass are a sweep of which the best can
 * be known only afterwards, so that it is shown at its best. Ours has one setting for all sets.
 */
export async function evaluateStories(data: string): Promise<StoryReport> {
  const files = await readLabelledFiles(data);
  const beside = await readBeside(data);
  const pairs = evaluatePairs(files, beside);
  const sets = setsOf(files, beside).map(evaluateSet);
  if (sets.length === 0 && pairs.length === 0)
    throw new TypeError('no file has rows with stories or pairs that people have compared');
  return { sets, pairs };
}

export function evaluateSet({ name, fields, articles }: LabelledSet): SetReport {
  return {
    name,
    fields,
    articles: articles.length,
    stories: new Set(articles.map(({ story }) => story)).size,
    methods: Object.entries(METHODS).map(([method, group]) => judge(method, group, articles)),
    orderAgreement: orderAgreement(articles),
  };
}

function judge(method: string, group: Method, articles: readonly LabelledArticle[]): MethodReport {
  const began = process.cpuUsage();
  const found = group(articles);
  const seconds = process.cpuUsage(began).user / 1e6;
  const truth = articles.map(({ story }) => story);
  return {
    method,
    items: bCubed(found, truth),
    pairs: pairwise(found, truth),
    articlesPerSecond: articles.length / seconds,
  };
}

/** Stories by the index, as names for each article. */
export function groupByIndex(articles: readonly LabelledArticle[], options: StoryOptions = {}): string[] {
  const index = new StoryIndex({ mostArticles: articles.length, ...options });
  const ids = articles.map((_, number) => number.toString().padStart(8, '0'));
  for (const [number, article] of articles.entries())
    index.place({ id: ids[number] ?? '', features: features(article) });
  return ids.map(id => index.storyOf(id) ?? id);
}

/** STORY-3: how far the same articles in two other orders give the same stories. */
function orderAgreement(articles: readonly LabelledArticle[]): number {
  const [one, other] = [2, 3].map(seed => {
    const order = shuffled(
      articles.map((_, number) => number),
      seed,
    );
    const found = groupByIndex(order.flatMap(number => articles[number] ?? []));
    const names: string[] = [];
    for (const [place, number] of order.entries()) names[number] = found[place] ?? '';
    return names;
  });
  return bCubed(one ?? [], other ?? []).f1;
}

const METHODS: Readonly<Record<string, Method>> = {
  'SimHash, 3 bits': articles => groupBySimHash(articles.map(fingerprintArticle)),
  'MinHash, 0.85': articles => groupBySketch(articles.map(fingerprintArticle)),
  'TF-IDF single pass, 0.08': articles => singlePass(articles, 0.08),
  'TF-IDF single pass, 0.16': articles => singlePass(articles, 0.16),
  'TF-IDF single pass, 0.24': articles => singlePass(articles, 0.24),
  'TF-IDF single pass, 0.32': articles => singlePass(articles, 0.32),
  ours: articles => groupByIndex(articles),
};

type Method = (articles: readonly LabelledArticle[]) => (string | number)[];

export interface StoryReport {
  readonly sets: readonly SetReport[];
  readonly pairs: readonly PairReport[];
}

export interface SetReport {
  readonly name: string;
  readonly fields: string;
  readonly articles: number;
  readonly stories: number;
  readonly methods: readonly MethodReport[];
  /** B-cubed F1 between the stories of two shuffled orders. */
  readonly orderAgreement: number;
}

export interface MethodReport {
  readonly method: string;
  readonly items: Agreement;
  readonly pairs: Agreement;
  readonly articlesPerSecond: number;
}
