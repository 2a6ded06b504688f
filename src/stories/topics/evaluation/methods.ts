import { type FeatureText, featuresOf, type ModelFeatures } from '../model/features.ts';
import { probabilitiesOf } from '../model/linear.ts';
import { lossAt, temperatureFor } from '../training/calibrate.ts';
import { FeatureDictionary } from '../training/dictionary.ts';
import { type BlendParts, blended, trainParts } from '../training/naive-bayes.ts';
import { quantised } from '../training/quantise.ts';
import { addScores, type Example } from '../training/trainer.ts';
import { allWordsOf, BODY_WORDS, type Predict } from './baselines.ts';
import type { LabelledItem } from './sets.ts';

/**
 * Maximum margins over an exact dictionary, blended with naive Bayes, one byte a weight. The cost, the blend and the
 * temperature are chosen on held-out articles of the training part; then everything is used for training, unless the
 * held-out part hardly matters.
 */
export function trainOurs(items: readonly LabelledItem[], labels: readonly string[]): Predict {
  const options = { knows: vocabularyOf(items), bodyWords: BODY_WORDS };
  const read = (article: FeatureText) => featuresOf(article, SPACE, options);
  const texts = items.map(read);
  const dictionary = new FeatureDictionary(texts, SPACE);
  const examples = texts.map((features, index) => ({
    features: dictionary.weigh(features),
    label: labels.indexOf(items[index]?.label ?? ''),
  }));
  const { weights, temperature } = chosen(examples, { classes: labels.length, buckets: dictionary.size });
  const model = quantised(weights, { classes: labels, languages: [], temperature });
  return article => Array.from(probabilitiesOf(model, dictionary.weigh(read(article))));
}

function chosen(
  examples: readonly Example[],
  size: ModelSize,
): { weights: BlendWeights; temperature: number } {
  const isPlenty = examples.length > LARGE_SET;
  const { learn, keptOut } = parted(examples, isPlenty ? 50 : 5);
  const tried = (isPlenty ? COSTS.slice(0, 1) : COSTS).flatMap(cost => {
    const parts = trainParts(learn, size, { cost, epochs: EPOCHS });
    return outcomes(parts, keptOut, size).map(outcome => ({ ...outcome, cost, parts }));
  });
  const best = tried.reduce((found, next) => (next.loss < found.loss ? next : found));
  const parts = isPlenty ? best.parts : trainParts(examples, size, { cost: best.cost, epochs: EPOCHS });
  return { weights: blended(parts, best.share), temperature: best.temperature };
}

/** The loss of each share of naive Bayes. */
function outcomes(
  { learnt, counted }: BlendParts,
  keptOut: readonly Example[],
  { classes }: ModelSize,
): TrialResult[] {
  const scoresBy = (weights: Float32Array, features: ModelFeatures) => {
    const scores = new Float64Array(classes);
    addScores(weights, features, scores);
    return scores;
  };
  const scored = keptOut.map(({ features, label }) => ({
    label,
    learnt: scoresBy(learnt.weights, features),
    counted: scoresBy(counted, features),
  }));
  return SHARES.map(share => {
    const together = scored.map(({ label, learnt, counted }) => ({
      label,
      scores: learnt.map((score, k) => score + share * (counted[k] ?? 0)),
    }));
    const temperature = temperatureFor(together);
    return { share, temperature, loss: lossAt(together, temperature) };
  });
}

/** Holds out one of so many. */
function parted(examples: readonly Example[], one: number): { learn: Example[]; keptOut: Example[] } {
  return {
    learn: examples.filter((_, index) => index % one !== 0),
    keptOut: examples.filter((_, index) => index % one === 0),
  };
}

/** Unknown words are skipped, which also repairs texts whose stop words were removed. */
function vocabularyOf(items: readonly LabelledItem[]): (word: string) => boolean {
  const known = new Set<string>();
  for (const item of items) for (const word of allWordsOf(item)) known.add(word);
  return word => known.has(word);
}

/** Large sets do best with strong regularisation, and then trying more takes too long. */
const COSTS = [0.3, 1, 4, 12];
const SHARES = [0, 0.03, 0.06, 0.12, 0.25, 0.5];
const EPOCHS = 8;
/** So large that features hardly ever collide; the dictionary closes the gaps. */
const SPACE = 2 ** 24;
const LARGE_SET = 20_000;

type BlendWeights = BlendParts['learnt'];

interface ModelSize {
  readonly classes: number;
  readonly buckets: number;
}

interface TrialResult {
  readonly share: number;
  readonly temperature: number;
  readonly loss: number;
}
