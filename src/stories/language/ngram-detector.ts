import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The n-gram detector, loaded on first use: its tables take 45 MB and a third of a second, which processes that only
 * serve pages should not pay. Sizes measured on 9,442 titles of ten languages: see docs/reports/topics.md.
 */
export function detectorScores(text: string): Readonly<Record<string, number>> {
  detector ??= load();
  return detector.detect(text).getScores();
}

function load(): Detector {
  // A static import would load the tables at startup, a dynamic one would make every caller async.
  const file = fileURLToPath(import.meta.resolve(`eld/${SIZE}`));
  const loaded: unknown = createRequire(import.meta.url)(file);
  if (typeof loaded !== 'object' || loaded === null || !('eld' in loaded) || !isDetector(loaded.eld))
    throw new TypeError('the package eld does not export a detector; install the version in package.json');
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
