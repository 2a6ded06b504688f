/** SRCH-10: a model that turns texts into vectors; texts of similar meaning have similar vectors. */
export interface EmbeddingModel {
  /** Vectors of different models cannot be compared. */
  readonly name: string;
  /**
   * One vector per text, all of the same length. Rejects when the model is unavailable, late or responds with
   * anything else.
   */
  embed(texts: readonly string[], timeoutMs: number): Promise<Float32Array[]>;
}
