/** TOPIC-5: labels articles, one result per article in the same order. */
export interface Classifier {
  /** Rejects with ClassifierUnavailable when it cannot label now; the articles are labelled later. */
  classify(articles: readonly ArticleForTopics[]): Promise<ArticleLabels[]>;
  close(): Promise<void>;
}

/** The input of a classifier, as plain text. */
export interface ArticleForTopics {
  readonly title: string;
  readonly summary: string;
  /** May be empty; only its beginning is read. */
  readonly bodyText: string;
  /** From `detectLanguage`; 'und' when unknown. */
  readonly language: string;
  readonly url?: string | undefined;
  readonly sourceName?: string | undefined;
  /** The categories that the source gave this article. */
  readonly categories?: readonly string[] | undefined;
  /** The category id that operators gave to the source. */
  readonly sourceCategory?: string | undefined;
}

export interface ArticleLabels {
  readonly category: ArticleLabel;
  /** Best first, at most eight. */
  readonly topics: readonly ArticleLabel[];
  /** TOPIC-1: categories and topics by dimension, of length one; all zero when nothing is known. */
  readonly vector: Float32Array;
}

export interface ArticleLabel {
  /** An id of the taxonomy. */
  readonly id: string;
  /**
   * The probability that the label is right. For categories in the model's languages it is calibrated: of labels
   * with 0.8, four in five are right. For topics it grows with their keywords and is not calibrated.
   */
  readonly confidence: number;
}

/** A keyword rule of an operator: text with these words belongs to this category or topic. */
export interface KeywordRule {
  readonly keyword: string;
  /** An id of the taxonomy. */
  readonly topic: string;
  /** 1 equals a keyword of the taxonomy; negative weights count against the topic. */
  readonly weight: number;
}

/** The classifier cannot label now; the articles are fine. */
export class ClassifierUnavailable extends Error {
  readonly retryAfterMs: number | null;

  constructor(reason: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(reason, { cause: options.cause });
    this.name = 'ClassifierUnavailable';
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
