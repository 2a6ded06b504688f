import { type Agreement, bCubed, type PairAgreement, pairwise } from '../../../lib/evaluation/clusters.ts';
import { fingerprintArticle } from '../../fingerprints/article-fingerprint.ts';
import { CopyIndex } from '../copy-index.ts';
import { groupByCosine } from './by-cosine.ts';
import { groupBySimHash, groupBySketch } from './by-fingerprint.ts';
import { type LabelledText, readCopySets } from './labelled-sets.ts';

/**
 * COPY-2: quality on labelled data, by this product's rules and by each of the usual single methods, over the same
 * texts in the same run. `data` is a file of one of the sets, or a folder with some of them.
 */
export async function evaluateCopies(data: string): Promise<CopyReport> {
  const sets = await readCopySets(data);
  if (sets.length === 0) throw new Error(`${data} has no file with labelled copies`);
  return {
    sets: sets.map(({ name, texts }) => ({
      name,
      texts: texts.length,
      groups: new Set(texts.map(({ label }) => label)).size,
      methods: Object.entries(METHODS).map(([method, group]) => judge(method, group, texts)),
    })),
  };
}

function judge(method: string, group: CopyMethod, texts: readonly LabelledText[]): CopyMethodReport {
  const began = process.cpuUsage();
  const found = group(texts);
  const seconds = process.cpuUsage(began).user / 1e6;
  const truth = texts.map(({ label }) => label);
  return {
    method,
    items: bCubed(found, truth),
    pairs: pairwise(found, truth),
    textsPerSecond: texts.length / seconds,
  };
}

/** Without its source an article is never joined by headline alone. */
function groupByIndex(texts: readonly LabelledText[], tellSource: boolean): string[] {
  const index = new CopyIndex();
  const laterName = new Map<string, string>();
  const placed = texts.map((text, number) => {
    const { group, merged } = index.add({
      id: `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
      fingerprint: fingerprintArticle(text),
      storedAt: text.storedAt,
      language: 'en',
      ...(tellSource && { source: text.source }),
    });
    for (const name of merged) laterName.set(name, group);
    return group;
  });
  return placed.map(group => {
    let name = group;
    for (let later = laterName.get(name); later !== undefined; later = laterName.get(name)) name = later;
    return name;
  });
}

const METHODS: Readonly<Record<string, CopyMethod>> = {
  'SimHash, 3 bits': texts => groupBySimHash(texts.map(fingerprintArticle)),
  'MinHash, 0.85': texts => groupBySketch(texts.map(fingerprintArticle)),
  'TF-IDF cosine, 0.6': texts => groupByCosine(texts.map(plainText), 0.6),
  'TF-IDF cosine, 0.7': texts => groupByCosine(texts.map(plainText), 0.7),
  'TF-IDF cosine, 0.8': texts => groupByCosine(texts.map(plainText), 0.8),
  'ours, never by headline alone': texts => groupByIndex(texts, false),
  ours: texts => groupByIndex(texts, true),
};

function plainText({ title, summary, bodyText }: LabelledText): string {
  return `${title}\n${bodyText === '' ? summary : bodyText}`;
}

type CopyMethod = (texts: readonly LabelledText[]) => (string | number)[];

export interface CopyReport {
  readonly sets: readonly CopySetReport[];
}

export interface CopySetReport {
  readonly name: string;
  readonly texts: number;
  readonly groups: number;
  readonly methods: readonly CopyMethodReport[];
}

export interface CopyMethodReport {
  readonly method: string;
  /** B-cubed. */
  readonly items: Agreement;
  readonly pairs: PairAgreement;
  /** Per second of CPU time, so that other load does not count. */
  readonly textsPerSecond: number;
}
