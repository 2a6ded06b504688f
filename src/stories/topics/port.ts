/** TOPIC-5: whoever labels articles. One answer for each article, in the order of the question. */
export interface Classifier {
  /** Rejects with ClassifierUnavailable when it cannot answer now: the articles wait and are asked again. */
  classify(articles: readonly ArticleForTopics[]): Promise<ArticleLabels[]>;
  close(): Promise<void>;
}

/** What is known of an article when its topics are asked for. All text is plain. */
export interface ArticleForTopics {
  readonly title: string;
  readonly summary: string;
  /** May be empty, and only its beginning is read. */
  readonly bodyText: string;
  /** As `detectLanguage` says it; 'und' when unknown. */
  readonly language: string;
  readonly url?: string | undefined;
  readonly sourceName?: string | undefined;
  /** As the source named them for this article. */
  readonly categories?: readonly string[] | undefined;
  /** The category that operators gave to the source as a whole, by id. */
  readonly sourceCategory?: string | undefined;
}

export interface ArticleLabels {
  readonly category: ArticleLabel;
  /** Best first, at most eight; empty when nothing speaks for any. */
  readonly topics: readonly ArticleLabel[];
  /** TOPIC-1: categories and topics by their dimension, of length one; all zero when nothing is known. */
  readonly vector: Float32Array;
}

export interface ArticleLabel {
  /** An id of the taxonomy. */
  readonly id: string;
  /**
   * How likely it is right. For categories in languages of the model this is measured: of those given with 0.8
   * about four in five are right. For topics it grows with their keywords and has not been measured.
   */
  readonly confidence: number;
}

/** A keyword rule of an operator: text with these words is about this category or topic. */
export interface KeywordRule {
  readonly keyword: string;
  /** An id of the taxonomy. */
  readonly topic: string;
  /** 1 is as strong as a keyword of the taxonomy; below zero speaks against. */
  readonly weight: number;
}

/** There is no answer now; nothing is wrong with the articles. */
export class ClassifierUnavailable extends Error {
  readonly retryAfterMs: number | null;

  constructor(reason: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(reason, { cause: options.cause });
    this.name = 'ClassifierUnavailable';
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
