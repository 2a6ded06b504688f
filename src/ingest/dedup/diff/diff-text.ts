import { commonRuns } from './common-runs.ts';
import { splitWords } from './words.ts';

/**
 * What became of a text, word by word, in the order of reading: what is the same or added makes the text after it,
 * what is the same or removed the one before, to the letter. Its time is bounded: where two texts have too little in
 * common to be worth the search, a whole stretch is told as removed and added.
 */
export function diffText(before: string, after: string): DiffSegment[] {
  const [old, changed] = [splitWords(before), splitWords(after)];
  const steps: DiffStep[] = [];
  let [inOld, inChanged] = [0, 0];
  for (const run of [
    ...commonRuns(old, changed),
    { inOld: old.length, inChanged: changed.length, length: 0 },
  ]) {
    steps.push({
      removed: old.slice(inOld, run.inOld).join(''),
      added: changed.slice(inChanged, run.inChanged).join(''),
      same: old.slice(run.inOld, run.inOld + run.length).join(''),
    });
    [inOld, inChanged] = [run.inOld + run.length, run.inChanged + run.length];
  }
  return mergeAcrossSpaces(steps).flatMap(segmentsOf);
}

/**
 * Two sentences that share nothing but the spaces between their words are told as one change, not as a word removed
 * and a word added, over and over.
 */
function mergeAcrossSpaces(steps: readonly DiffStep[]): DiffStep[] {
  const kept: DiffStep[] = [];
  for (const step of steps) {
    const last = kept.at(-1);
    const changes = step.removed !== '' || step.added !== '';
    if (last && changes && isChange(last) && last.same.trim() === '') {
      kept[kept.length - 1] = {
        removed: last.removed + last.same + step.removed,
        added: last.added + last.same + step.added,
        same: step.same,
      };
    } else kept.push(step);
  }
  return kept;
}

function isChange({ removed, added }: DiffStep): boolean {
  return removed !== '' || added !== '';
}

function segmentsOf({ removed, added, same }: DiffStep): DiffSegment[] {
  const segments: DiffSegment[] = [
    { kind: 'removed', text: removed },
    { kind: 'added', text: added },
    { kind: 'same', text: same },
  ];
  return segments.filter(({ text }) => text !== '');
}

/** A change and what follows it unchanged. */
interface DiffStep {
  readonly removed: string;
  readonly added: string;
  readonly same: string;
}

export interface DiffSegment {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}
