import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRows } from './report-language.ts';

/** Prints the accuracy of one size of the detector on titles, and the megabytes of its tables. */
const [size = 'small', data = ''] = process.argv.slice(2);
const rows = await readRows(path.join(data, 'clustering/semeval2022t8_articles.jsonl.gz'));
const before = heapInUse();
const loaded: unknown = createRequire(import.meta.url)(fileURLToPath(import.meta.resolve(`eld/${size}`)));
const detect = detectIn(loaded);
detect('loads the tables');
const megabytes = (heapInUse() - before) / 1e6;
const right = rows.filter(({ title, language }) => detect(title) === language).length;
console.log(`${(right / rows.length).toFixed(4)} ${Math.round(megabytes)}`);

function heapInUse(): number {
  if (!globalThis.gc) throw new Error('run with --expose-gc');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function detectIn(module: unknown): (text: string) => unknown {
  if (typeof module !== 'object' || module === null || !('eld' in module)) throw new TypeError('no detector');
  const { eld } = module;
  if (typeof eld !== 'object' || eld === null || !('detect' in eld)) throw new TypeError('no detector');
  const { detect } = eld;
  if (typeof detect !== 'function') throw new TypeError('no detector');
  return text => {
    const answer: unknown = detect.call(eld, text);
    return typeof answer === 'object' && answer !== null && 'language' in answer
      ? answer.language
      : undefined;
  };
}
