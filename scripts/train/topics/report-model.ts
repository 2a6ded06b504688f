import { createLabeller } from '../../../src/stories/topics/labeller.ts';
import { builtInModel, builtInModelBytes } from '../../../src/stories/topics/model/model-file.ts';
import { CATEGORY_IDS } from '../../../src/stories/topics/taxonomy/taxonomy.ts';
import { calibrationError } from '../../../src/stories/topics/training/calibrate.ts';
import { partsOf } from './held-out.ts';
import { chosenTexts } from './prepare.ts';
import type { LabelledText } from './recipe.ts';

/** Measures the built-in model with keywords and hints on held-out articles. */
export async function modelSection(data: string): Promise<string> {
  const label = createLabeller({ model: builtInModel() });
  const { report } = partsOf(await chosenTexts(data));
  // Withhold a URL that determined the label.
  const samples = report.map(text => (text.byAddress ? anonymous(text) : text));
  const before = process.cpuUsage();
  const found = samples.map(text => label({ ...text, language: text.language }).category);
  const { user, system } = process.cpuUsage(before);
  const outcomes = found.map(({ id, confidence }, index) => ({
    confidence,
    right: id === samples[index]?.category,
  }));
  const share = outcomes.filter(({ right }) => right).length / outcomes.length;
  return [
    '## model',
    '',
    `The built-in model (${(builtInModelBytes().length / 1e6).toFixed(1)} MB) with keywords and hints, on ${samples.length} articles held out from training: accuracy over the twelve categories ${share.toFixed(4)}, calibration error ${calibrationError(outcomes).toFixed(3)}, ${Math.round((samples.length / (user + system)) * 1e6)} articles per second of processor time on one core.`,
    '',
    'Rows are the true category, columns the predicted one, in percent of the row. Labels of nation, politics, world, climate, education and lifestyle come from the sections in addresses, so they overlap.',
    '',
    `| | items | ${CATEGORY_IDS.join(' | ')} |`,
    `|---|---|${CATEGORY_IDS.map(() => '---|').join('')}`,
    ...CATEGORY_IDS.map(truth => confusionRow(truth, samples, found)),
  ].join('\n');
}

function anonymous({ url: _, ...text }: LabelledText): LabelledText {
  return text;
}

function confusionRow(
  truth: string,
  samples: readonly LabelledText[],
  found: readonly { readonly id: string }[],
): string {
  const labels = found.filter((_, index) => samples[index]?.category === truth);
  const cells = CATEGORY_IDS.map(id => {
    const percent = Math.round(
      (100 * labels.filter(label => label.id === id).length) / Math.max(1, labels.length),
    );
    return percent === 0 ? '' : String(percent);
  });
  return `| ${truth} | ${labels.length} | ${cells.join(' | ')} |`;
}
