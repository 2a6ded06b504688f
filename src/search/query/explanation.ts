/** SRCH-3: what each stage of the pipeline made of a query. */
export interface Explanation {
  readonly stages: readonly Stage[];
  readonly milliseconds: number;
}

export interface Stage {
  readonly name: StageName;
  /** In words: what came in and what was made of it. Empty when the stage had nothing to do. */
  readonly notes: readonly string[];
}

export type StageName =
  | 'parse'
  | 'normalise'
  | 'stop words'
  | 'stemming'
  | 'synonyms'
  | 'lookup'
  | 'spelling'
  | 'segmentation'
  | 'phonetic'
  | 'ranking'
  | 'meaning';
