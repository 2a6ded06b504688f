import { type FeatureText, featuresOf } from '../model/features.ts';
import { probabilitiesOf } from '../model/linear.ts';
import { wordsOf } from '../text/words.ts';
import { quantised } from '../training/quantise.ts';
import { trainLinear } from '../training/trainer.ts';
import type { LabelledItem } from './sets.ts';

/** Baseline: softmax regression on words and pairs of words of the text alone. */
export function trainPlainLinear(items: readonly LabelledItem[], labels: readonly string[]): Predict {
  const buckets = 2 ** 19;
  const plain = ({ title, summary, bodyText }: FeatureText) =>
    featuresOf({ title: '', summary: '', bodyText: `${title} ${summary} ${bodyText}` }, buckets, {
      bodyWords: BODY_WORDS,
    });
  const examples = items.map(item => ({ features: plain(item), label: labels.indexOf(item.label) }));
  const plan = { classes: labels.length, buckets, ...(items.length > LARGE_SET ? MANY : FEW) };
  const model = quantised(trainLinear(examples, plan), { classes: labels, languages: [], temperature: 1 });
  return article => Array.from(probabilitiesOf(model, plain(article)));
}

/** Baseline: multinomial naive Bayes on words. */
export function trainNaiveBayes(items: readonly LabelledItem[], labels: readonly string[]): Predict {
  const counts = new Map<string, Float64Array>();
  const totals = new Float64Array(labels.length);
  for (const item of items) {
    const label = labels.indexOf(item.label);
    for (const word of allWordsOf(item)) {
      const row = counts.get(word) ?? new Float64Array(labels.length);
      row[label] = (row[label] ?? 0) + 1;
      totals[label] = (totals[label] ?? 0) + 1;
      counts.set(word, row);
    }
  }
  const smoothing = 0.1;
  return article => {
    const scores = Array.from(totals, () => 0);
    for (const word of allWordsOf(article)) {
      const row = counts.get(word);
      if (row === undefined) continue;
      for (const [k, total] of totals.entries())
        scores[k] =
          (scores[k] ?? 0) + Math.log(((row[k] ?? 0) + smoothing) / (total + smoothing * counts.size));
    }
    return scores;
  };
}

/** Baseline: the label with the nearest centroid, by the cosine of TF-IDF over words. */
export function trainNearestCentroid(items: readonly LabelledItem[], labels: readonly string[]): Predict {
  const texts = items.map(item => countsOf(allWordsOf(item)));
  const frequencies = new Map<string, number>();
  for (const words of texts)
    for (const word of words.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const vectorOf = (words: ReadonlyMap<string, number>): [string, number][] => {
    const weighed = [...words].flatMap(([word, count]): [string, number][] => {
      const frequency = frequencies.get(word);
      return frequency === undefined
        ? []
        : [[word, (1 + Math.log(count)) * Math.log((1 + texts.length) / frequency)]];
    });
    const length = Math.hypot(...weighed.map(([, value]) => value)) || 1;
    return weighed.map(([word, value]) => [word, value / length]);
  };
  const centroids = labels.map(() => new Map<string, number>());
  for (const [index, words] of texts.entries()) {
    const centroid = centroids[labels.indexOf(items[index]?.label ?? '')];
    for (const [word, value] of vectorOf(words)) centroid?.set(word, (centroid.get(word) ?? 0) + value);
  }
  const lengths = centroids.map(centroid => Math.sqrt(sumOf([...centroid.values()].map(v => v * v))) || 1);
  return article => {
    const vector = vectorOf(countsOf(allWordsOf(article)));
    return centroids.map(
      (centroid, k) =>
        sumOf(vector.map(([word, value]) => value * (centroid.get(word) ?? 0))) / (lengths[k] ?? 1),
    );
  };
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The words of an article, limited to what every method reads of the body. */
export function allWordsOf({ title, summary, bodyText }: FeatureText): string[] {
  return [...wordsOf(title, 60), ...wordsOf(summary, 120), ...wordsOf(bodyText, BODY_WORDS)];
}

/** More than the product reads, which must be faster. */
export const BODY_WORDS = 1_000;
const LARGE_SET = 20_000;
const MANY = { epochs: 3, rate: 0.5 };
const FEW = { epochs: 8, rate: 0.8 };

/** The probability, or a score that grows with it, of each label in order. */
export type Predict = (article: FeatureText) => number[];
