import { commonRuns } from './common-runs.ts';

/**
 * The changes of a text, word by word, in reading order: `same` and `added` segments make the new text, `same` and
 * `removed` segments the old one, exactly. The time is bounded: where two texts have too little in common, a whole
 * passage is removed and added.
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
 * Merges changes that only spaces separate: two different sentences are one change, not one for each word.
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

/**
 * Splits a text into words and numbers, runs of white space, and single other characters. Scripts without spaces are split
 * into characters. The joined pieces are the text.
 */
export function splitWords(text: string): string[] {
  return text.match(WORD) ?? [];
}

const WITHOUT_SPACES = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map(script => `\\p{sc=${script}}`)
  .join('');
/** The `v` flag keeps surrogate pairs together, and matches an unpaired half alone. */
const WORD = new RegExp(
  `\\s+|[${WITHOUT_SPACES}]\\p{M}*|[[\\p{L}\\p{M}\\p{N}]--[${WITHOUT_SPACES}]]+|[^]`,
  'gv',
);

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
