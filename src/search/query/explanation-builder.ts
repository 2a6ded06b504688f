import type { Explanation, StageName } from './explanation.ts';

/** SRCH-3: gathers what each stage did, when somebody wants to know. */
export class Notes {
  readonly #notes: Map<StageName, string[]> | null;
  readonly #began = performance.now();

  constructor(isWanted: boolean) {
    this.#notes = isWanted ? new Map(STAGES.map(name => [name, []])) : null;
  }

  say(stage: StageName, note: string): void {
    const notes = this.#notes?.get(stage);
    if (notes && notes.length < MOST && !notes.includes(note)) notes.push(note.slice(0, LONGEST));
  }

  explanation(): Explanation | null {
    if (this.#notes === null) return null;
    const stages = [...this.#notes].map(([name, notes]) => ({ name, notes }));
    return { stages, milliseconds: performance.now() - this.#began };
  }
}

const STAGES: readonly StageName[] = [
  'parse',
  'normalise',
  'stop words',
  'stemming',
  'spelling',
  'segmentation',
  'phonetic',
  'synonyms',
  'lookup',
  'ranking',
];
const MOST = 50;
const LONGEST = 300;
