import { basename } from 'node:path';
import type { LabelledFile, LabelledRow } from '../../../lib/evaluation/labelled-files.ts';
import type { ClusterFeatures } from '../features.ts';
import { extractFeatures } from '../features.ts';
import { Probe } from '../probe.ts';
import { Rarity } from '../rarity.ts';
import { hasMeaning, meaningCosine } from '../word-vectors.ts';
import { text } from './sets.ts';

/**
 * Pearson's correlation between the similarity of two articles and people's ratings, for each file of pairs
 * and each language in it. The shape of a row determines the kind of pair:
 *
 * - two articles by id with how alike they are, from 1 for the same to 4 for different (SemEval); the articles are in
 *   another file, and pairs of two languages are passed over;
 * - two articles with their titles and texts, and whether they report the same event (tgcontest);
 * - two lines of text, and how alike they are or whether they say the same (STS, MRPC).
 */
export function evaluatePairs(
  files: readonly LabelledFile[],
  beside: readonly LabelledFile[] = [],
): PairReport[] {
  const articles = articlesOf([...files, ...beside]);
  return files.flatMap(({ file, rows }) => {
    const [first = {}] = rows;
    const shape = PAIR_SHAPES.find(
      ({ fields }) => fields.every(field => field in first) && !('story' in first),
    );
    if (shape === undefined) return [];
    if (shape.needsArticles && articles.size === 0)
      throw new TypeError('the articles of the pairs are missing: give a folder that has both files');
    const judged = rows.flatMap(row => shape.judge(row, articles) ?? []);
    const set = basename(file).replace(/\.jsonl(?:\.gz)?$/, '');
    return [...Map.groupBy(judged, ({ language }) => language)]
      .map(([language, pairs]) => ({ set, language, pairs: pairs.length, pearson: pearson(pairs) }))
      .sort((a, b) => b.pairs - a.pairs);
  });
}

function articlesOf(files: readonly LabelledFile[]): Map<string, LabelledRow> {
  const rows = files
    .filter(({ rows: [first = {}] }) => ARTICLE.every(field => field in first) && !('story' in first))
    .flatMap(({ rows }) => rows);
  return new Map(rows.map(row => [text(row['id']), row] as const));
}

function byId(pair: LabelledRow, articles: ReadonlyMap<string, LabelledRow>): RatedPair | undefined {
  const [one, other] = [articles.get(text(pair['a'])), articles.get(text(pair['b']))];
  if (one === undefined || other === undefined || pair['lang_a'] !== pair['lang_b']) return undefined;
  if (pair['text_ok'] === false) return undefined;
  const found = similarity(featuresOf(one), featuresOf(other));
  // Ratings go from 1 for the same to 4 for different.
  return { language: text(pair['lang_a']), found, rated: -Number(pair['overall']) };
}

function byTexts(pair: LabelledRow): RatedPair {
  const [one, other] = ['a', 'b'].map(side =>
    featuresOf({ title: pair[`title_${side}`], text: pair[`text_${side}`], lang: pair['lang'] }),
  );
  const rated = pair['label'] === 'OK' ? 1 : 0;
  return { language: text(pair['lang']), found: one && other ? similarity(one, other) : 0, rated };
}

function byLines(pair: LabelledRow): RatedPair {
  const [one, other] = ['a', 'b'].map(side => featuresOf({ title: pair[side], lang: 'en' }));
  const rated = Number(pair['score'] ?? pair['label']);
  return { language: 'en', found: one && other ? similarity(one, other) : 0, rated };
}

function featuresOf(row: LabelledRow) {
  return extractFeatures({
    title: text(row['title']),
    summary: text(row['desc']),
    bodyText: text(row['text']),
    language: text(row['lang']),
    publishedAt: Number.NaN,
    sourceId: '',
  });
}

function pearson(pairs: readonly { readonly found: number; readonly rated: number }[]): number {
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [found, rated] = [mean(pair => pair.found), mean(pair => pair.rated)];
  const together = mean(pair => (pair.found - found) * (pair.rated - rated));
  const spread = mean(pair => (pair.found - found) ** 2) * mean(pair => (pair.rated - rated) ** 2);
  return spread === 0 ? 0 : together / Math.sqrt(spread);
}

/**
 * The similarity of two articles, from 0 to 1, by their words and the background's rarity. Square roots, since the
 * step from nothing in common to something matters more than the step from much to more; words of headlines count
 * beside the whole. Meaning is added where it is known, squared, since vaguely similar texts are common. Articles in
 * different languages share names at best.
 */
export function similarity(one: ClusterFeatures, other: ClusterFeatures): number {
  const [left, right] = [background.weigh(one), background.weigh(other)];
  const likeness = { whole: 0, title: 0, shared: 0 };
  probe.set(left);
  probe.compare(right, 0, right.length, likeness);
  const words = 0.7 * Math.sqrt(likeness.whole) + 0.3 * Math.sqrt(likeness.title);
  if (!hasMeaning(one.meaning) || !hasMeaning(other.meaning)) return words;
  const known = meaningCosine(one.meaning, one.meaning) * meaningCosine(other.meaning, other.meaning);
  const meaning = Math.max(0, meaningCosine(one.meaning, other.meaning)) ** 2 / known;
  return (2 * words + meaning) / 3;
}

const background = new Rarity();
const probe = new Probe();

const ARTICLE = ['id', 'title', 'text', 'lang'];

/** From the most specific shape to the least. */
const PAIR_SHAPES: readonly PairShape[] = [
  { fields: ['a', 'b', 'lang_a', 'lang_b', 'overall'], needsArticles: true, judge: byId },
  { fields: ['title_a', 'text_a', 'title_b', 'text_b', 'label'], needsArticles: false, judge: byTexts },
  { fields: ['a', 'b', 'score'], needsArticles: false, judge: byLines },
  { fields: ['a', 'b', 'label'], needsArticles: false, judge: byLines },
];

interface PairShape {
  readonly fields: readonly string[];
  readonly needsArticles: boolean;
  readonly judge: (row: LabelledRow, articles: ReadonlyMap<string, LabelledRow>) => RatedPair | undefined;
}

interface RatedPair {
  readonly language: string;
  readonly found: number;
  readonly rated: number;
}

export interface PairReport {
  readonly set: string;
  readonly language: string;
  readonly pairs: number;
  readonly pearson: number;
}
