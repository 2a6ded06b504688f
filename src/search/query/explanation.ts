/** SRCH-3: what each stage of a search did. */
export interface SearchExplanation {
  readonly stages: readonly ExplanationStage[];
  readonly milliseconds: number;
}

export interface ExplanationStage {
  readonly name: StageName;
  /** Input and output in words. Empty when the stage had nothing to do. */
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
