import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { scoresOf, softmax } from '../../src/stories/topics/model/linear.ts';
import { encodeModel } from '../../src/stories/topics/model/model-file.ts';
import { CATEGORY_IDS } from '../../src/stories/topics/taxonomy/taxonomy.ts';
import { calibrationError, temperatureFor } from '../../src/stories/topics/training/calibrate.ts';
import { blended, trainParts } from '../../src/stories/topics/training/naive-bayes.ts';
import { quantised } from '../../src/stories/topics/training/quantise.ts';
import { partsOf } from './topics/held-out.ts';
import { chosenTexts, LANGUAGES, toExamples } from './topics/prepare.ts';

/**
 * Trains the built-in model and writes it to models/topics.model:
 *
 *   BROADSHEET_DATA=... node scripts/train/topics.ts
 *
 * A tenth of the data is held out: half of it calibrates the temperature, half measures the model.
 */
const data = process.env['BROADSHEET_DATA'];
if (data === undefined)
  throw new Error('BROADSHEET_DATA is not set: set it to the folder of the development data');

const BUCKETS = 2 ** 19;
const texts = await chosenTexts(data);
const parts = partsOf(texts);
const size = { classes: CATEGORY_IDS.length, buckets: BUCKETS };
const weights = blended(trainParts(toExamples(parts.learn, BUCKETS), size, { cost: 0.5, epochs: 4 }), 0.1);
const rough = quantised(weights, { classes: CATEGORY_IDS, languages: LANGUAGES, temperature: 1 });
const scored = toExamples(parts.calibrate, BUCKETS).map(({ features, label }) => ({
  scores: scoresOf(rough, features),
  label,
}));
const model = { ...rough, temperature: temperatureFor(scored) };

const outcomes = toExamples(parts.report, BUCKETS).map(({ features, label }) => {
  const chances = softmax(scoresOf(model, features), model.temperature);
  const confidence = Math.max(...chances);
  return { confidence, right: chances.indexOf(confidence) === label, label };
});
const rightOf = (rows: typeof outcomes) => rows.filter(({ right }) => right).length / rows.length;
console.log(`${texts.length} articles; temperature ${model.temperature.toFixed(3)}`);
console.log(
  `accuracy ${rightOf(outcomes).toFixed(4)}, calibration error ${calibrationError(outcomes).toFixed(4)}`,
);
for (const [label, id] of CATEGORY_IDS.entries()) {
  const rows = outcomes.filter(outcome => outcome.label === label);
  console.log(`  ${id.padEnd(14)} ${rows.length} ${rightOf(rows).toFixed(3)}`);
}
const bytes = encodeModel(model);
writeFileSync(path.join(import.meta.dirname, '../../models/topics.model'), bytes);
console.log(`models/topics.model: ${bytes.length} bytes`);
