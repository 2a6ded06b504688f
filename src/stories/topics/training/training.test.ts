import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../lib/random.ts';
import { featuresOf } from '../model/features.ts';
import { probabilitiesOf, scoresOf } from '../model/linear.ts';
import { calibrationError, temperatureFor } from './calibrate.ts';
import { FeatureDictionary } from './dictionary.ts';
import { trainMargins } from './margins.ts';
import { trainParts } from './naive-bayes.ts';
import { quantised } from './quantise.ts';
import { trainLinear } from './trainer.ts';

const PLAN = { classes: 2, buckets: 1_024, epochs: 5, rate: 0.5 };

test('TOPIC-2: a trained model predicts its examples, also quantised, deterministically', () => {
  const texts = [
    ['goal match striker', 0],
    ['match coach league', 0],
    ['stocks bank profit', 1],
    ['profit market shares', 1],
  ] as const;
  const examples = texts.map(([text, label]) => ({ features: read(text), label }));
  const weights = trainLinear(examples, PLAN);
  assert.deepEqual(trainLinear(examples, PLAN), weights);
  const model = quantised(weights, { classes: ['sports', 'business'], languages: [], temperature: 1 });
  for (const { features, label } of examples) assert.ok((probabilitiesOf(model, features)[label] ?? 0) > 0.6);
  assert.ok((probabilitiesOf(model, read('striker and coach'))[0] ?? 0) > 0.5);
});

test('TOPIC-2: margins separate classes of different size, deterministically', () => {
  const texts = ['goal match', 'match coach', 'coach goal', 'goal league', 'profit bank'].map(read);
  const dictionary = new FeatureDictionary(texts, PLAN.buckets);
  const examples = texts.map((features, index) => ({
    features: dictionary.weigh(features),
    label: index === 4 ? 1 : 0,
  }));
  const plan = { classes: 2, buckets: dictionary.size, epochs: 20 };
  const weights = trainMargins(examples, plan);
  assert.deepEqual(trainMargins(examples, plan), weights);
  const model = quantised(weights, { classes: ['sports', 'business'], languages: [], temperature: 1 });
  const says = (text: string) => scoresOf(model, dictionary.weigh(read(text)));
  for (const [text, label] of [
    ['league coach', 0],
    ['bank', 1],
  ] as const)
    assert.ok((says(text)[label] ?? 0) > (says(text)[1 - label] ?? 0), text);
});

test('a dictionary skips unknown features and weighs rare ones more', () => {
  const dictionary = new FeatureDictionary([read('goal match'), read('goal coach')], PLAN.buckets);
  assert.deepEqual(dictionary.weigh(read('unheard')).ids, Uint32Array.of(0));
  const [, goal, match] = dictionary.weigh({
    ids: idsOf('goal', 'match'),
    values: Float32Array.of(1, 1),
  }).values;
  assert.ok((match ?? 0) > (goal ?? 0));
});

test('TOPIC-2: the temperature calibrates the confidence', () => {
  const random = seededRandom(5);
  // Scores three times too sure: the label follows a chance that the scores overstate.
  const scored = Array.from({ length: 4_000 }, () => {
    const logit = random.fraction() * 4 - 2;
    const label = random.fraction() < 1 / (1 + Math.exp(-logit)) ? 0 : 1;
    return { scores: Float64Array.from([logit * 3, 0]), label };
  });
  const temperature = temperatureFor(scored);
  assert.ok(Math.abs(temperature - 3) < 0.4, String(temperature));
});

test('the calibration error is the gap between confidence and accuracy', () => {
  const honest = Array.from({ length: 100 }, (_, index) => ({ confidence: 0.75, right: index % 4 !== 0 }));
  assert.equal(calibrationError(honest), 0);
  assert.equal(calibrationError(honest.map(({ right }) => ({ confidence: 1, right }))), 0.25);
  assert.equal(calibrationError([]), 0);
});

test('an article without features has zero scores', () => {
  const model = quantised(trainLinear([], PLAN), { classes: ['a', 'b'], languages: [], temperature: 1 });
  assert.deepEqual(scoresOf(model, read('')), new Float64Array(2));
});

test('quantising keeps large weights and does not round small ones to zero', () => {
  const weights = Float32Array.of(10, -10, 0.002, -0.002);
  const model = quantised(
    { classes: 2, buckets: 2, weights },
    { classes: ['a', 'b'], languages: [], temperature: 1 },
  );
  const [large = 0] = scoresOf(model, { ids: Uint32Array.of(0), values: Float32Array.of(1) });
  const [small = 0] = scoresOf(model, { ids: Uint32Array.of(1), values: Float32Array.of(1) });
  assert.ok(Math.abs(large - 10) < 1e-6);
  assert.ok(small > 0.0005 && small < 0.004, String(small));
});

test('a feature that a small class lacks does not speak for it', () => {
  const texts = [...Array(9).fill('goal match'), 'profit bank'].map(read);
  const examples = texts.map((features, index) => ({ features, label: index === 9 ? 1 : 0 }));
  const { counted } = trainParts(examples, PLAN, { cost: 1, epochs: 1 });
  const [goal = 0] = idsOf('goal');
  assert.ok((counted[goal * 2] ?? 0) > 1 && (counted[goal * 2 + 1] ?? 0) < -1);
});

function read(title: string) {
  return featuresOf({ title, summary: '', bodyText: '' }, PLAN.buckets);
}

/** The first feature of a word as the text block has it. */
function idsOf(...words: string[]): Uint32Array {
  return Uint32Array.from(words, word => read(word).ids[0] ?? 0);
}
