import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The n-gram detector, loaded when the first text needs it: its tables take 45 MB and a third of a second, which
 * a process that only serves pages never pays. Sizes measured on 9,442 titles of ten languages: see
 * docs/reports/topics.md.
 */
export function detectorScores(text: string): Readonly<Record<string, number>> {
  detector ??= load();
  return detector.detect(text).getScores();
}

function load(): Detector {
  // A plain import would load the tables with the program; a dynamic one would make every caller wait.
  const file = fileURLToPath(import.meta.resolve(`eld/${SIZE}`));
  const loaded: unknown = createRequire(import.meta.url)(file);
  if (typeof loaded !== 'object' || loaded === null || !('eld' in loaded) || !isDetector(loaded.eld))
    throw new TypeError('the language detector has another shape than expected');
  return loaded.eld;
}

function isDetector(value: unknown): value is Detector {
  return (
    typeof value === 'object' && value !== null && 'detect' in value && typeof value.detect === 'function'
  );
}

const SIZE = 'small';

let detector: Detector | undefined;

interface Detector {
  detect(text: string): { getScores(): Record<string, number> };
}
