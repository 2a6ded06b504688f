import { evaluateTopics } from '../../../src/stories/topics/evaluation/evaluate-topics.ts';

/** A set compared with its baselines. */
export async function accuracySection(name: string, file: string): Promise<string> {
  const { rows } = await evaluateTopics(file);
  const lines = rows.map(
    ({ method, items, trainedOn, accuracy, calibrationError, goal }) =>
      `| ${method} | ${trainedOn} | ${items} | ${accuracy.toFixed(4)} | ${goal ?? ''} | ${calibrationError?.toFixed(3) ?? ''} |`,
  );
  return [
    `## ${name}`,
    '',
    '| method | trained on | items | accuracy | goal | calibration error |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
