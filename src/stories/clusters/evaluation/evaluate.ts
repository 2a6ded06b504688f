import { type Agreement, bCubed, pairwise } from '../../../lib/evaluation/clusters.ts';
import { readBeside, readLabelledFiles } from '../../../lib/evaluation/labelled-files.ts';
import { groupBySimHash, groupBySketch } from '../../copies/evaluation/by-fingerprint.ts';
import { fingerprintArticle } from '../../fingerprints/article-fingerprint.ts';
import { extractFeatures } from '../features.ts';
import { StoryIndex } from '../story-index.ts';
import type { StoryIndexOptions } from '../story-index-options.ts';
import { evaluatePairs, type PairReport } from './pairs.ts';
import { type LabelledArticle, type LabelledStorySet, setsOf } from './sets.ts';
import { shuffled } from './shuffled.ts';
import { singlePass } from './single-pass.ts';

/**
 * STORY-2: clustering quality on labelled data, for this product and for baselines, in one run. Every method
 * reads the same articles in the same order. The single pass is run at several thresholds and shown at the
 * best one, which requires the labels; the product has one setting for all sets.
 */
export async function evaluateStories(data: string): Promise<StoryReport> {
  const files = await readLabelledFiles(data);
  const beside = await readBeside(data);
  const pairs = evaluatePairs(files, beside);
  const sets = setsOf(files, beside).map(evaluateSet);
  if (sets.length === 0 && pairs.length === 0)
    throw new TypeError('No file has rows with stories or rated pairs. Name a folder with labelled data.');
  return { sets, pairs };
}

export function evaluateSet({ name, fields, articles }: LabelledStorySet): ClusterSetReport {
  return {
    name,
    fields,
    articles: articles.length,
    stories: new Set(articles.map(({ story }) => story)).size,
    methods: Object.entries(METHODS).map(([method, group]) => judge(method, group, articles)),
    orderAgreement: orderAgreement(articles),
  };
}

function judge(
  method: string,
  group: ClusterMethod,
  articles: readonly LabelledArticle[],
): ClusterMethodReport {
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

/** The story id of each article by the index. */
export function groupByIndex(
  articles: readonly LabelledArticle[],
  options: StoryIndexOptions = {},
): string[] {
  const index = new StoryIndex({ maxArticles: articles.length, ...options });
  const ids = articles.map((_, number) => number.toString().padStart(8, '0'));
  for (const [number, article] of articles.entries())
    index.place({ id: ids[number] ?? '', features: extractFeatures(article) });
  return ids.map(id => index.storyOf(id) ?? id);
}

/** STORY-3: the agreement of the stories of two other orders of the same articles. */
function orderAgreement(articles: readonly LabelledArticle[]): number {
  const [one, other] = [2, 3].map(seed => {
    const order = shuffled(
      articles.map((_, number) => number),
      seed,
    );
    const found = groupByIndex(order.flatMap(number => articles[number] ?? []));
    const names: string[] = [];
    for (const [rank, number] of order.entries()) names[number] = found[rank] ?? '';
    return names;
  });
  return bCubed(one ?? [], other ?? []).f1;
}

const METHODS: Readonly<Record<string, ClusterMethod>> = {
  'SimHash, 3 bits': articles => groupBySimHash(articles.map(fingerprintArticle)),
  'MinHash, 0.85': articles => groupBySketch(articles.map(fingerprintArticle)),
  'TF-IDF single pass, 0.08': articles => singlePass(articles, 0.08),
  'TF-IDF single pass, 0.16': articles => singlePass(articles, 0.16),
  'TF-IDF single pass, 0.24': articles => singlePass(articles, 0.24),
  'TF-IDF single pass, 0.32': articles => singlePass(articles, 0.32),
  ours: articles => groupByIndex(articles),
};

type ClusterMethod = (articles: readonly LabelledArticle[]) => (string | number)[];

export interface StoryReport {
  readonly sets: readonly ClusterSetReport[];
  readonly pairs: readonly PairReport[];
}

export interface ClusterSetReport {
  readonly name: string;
  readonly fields: string;
  readonly articles: number;
  readonly stories: number;
  readonly methods: readonly ClusterMethodReport[];
  /** B-cubed F1 between the stories of two shuffled orders. */
  readonly orderAgreement: number;
}

export interface ClusterMethodReport {
  readonly method: string;
  readonly items: Agreement;
  readonly pairs: Agreement;
  readonly articlesPerSecond: number;
}
