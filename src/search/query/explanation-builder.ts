import type { SearchExplanation, StageName } from './explanation.ts';

/** SRCH-3: collects the notes of each stage when an explanation was requested. */
export class ExplanationBuilder {
  readonly #notes: Map<StageName, string[]> | null;
  readonly #began = performance.now();

  constructor(isEnabled: boolean) {
    this.#notes = isEnabled ? new Map(STAGES.map(name => [name, []])) : null;
  }

  note(stage: StageName, note: string): void {
    const notes = this.#notes?.get(stage);
    if (notes && notes.length < MAX_NOTES && !notes.includes(note))
      notes.push(note.slice(0, MAX_NOTE_LENGTH));
  }

  build(): SearchExplanation | null {
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
const MAX_NOTES = 50;
const MAX_NOTE_LENGTH = 300;
