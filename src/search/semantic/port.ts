/** SRCH-10: a model that turns texts into vectors, those of texts that mean the same near each other. */
export interface EmbeddingModel {
  /** Vectors of different models cannot be compared. */
  readonly name: string;
  /** One vector for each text, all of one length. Rejects when the model is away, late or says nonsense. */
  embed(texts: readonly string[], patienceMs: number): Promise<Float32Array[]>;
}
