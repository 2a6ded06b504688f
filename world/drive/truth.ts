import type { ReaderEvent } from '../readers/types.ts';

/** The expected counts of the sent events by article, to compare with the installation's counts. */
export class DrivenTruth {
  readonly #articles = new Map<string, ArticleTruth>();
  readonly #notCounted = new Map<string, number>();
  sent = 0;

  note({ event, truth }: ReaderEvent): void {
    this.sent++;
    if (truth.not !== null) {
      this.#notCounted.set(truth.not, (this.#notCounted.get(truth.not) ?? 0) + 1);
      return;
    }
    const own = this.#articles.get(event.articleId) ?? { views: 0, reads: 0, shares: 0 };
    this.#articles.set(event.articleId, own);
    if (event.kind !== 'feedback') own[`${event.kind}s`]++;
  }

  toJSON(): DrivenReport {
    return {
      sent: this.sent,
      articles: Object.fromEntries(this.#articles),
      notCounted: Object.fromEntries(this.#notCounted),
    };
  }
}

interface ArticleTruth {
  views: number;
  reads: number;
  shares: number;
}

export interface DrivenReport {
  readonly sent: number;
  /** By article. */
  readonly articles: Readonly<Record<string, Readonly<ArticleTruth>>>;
  /** The number of events that must not count, by reason: machines, repeats, retries and so on. */
  readonly notCounted: Readonly<Record<string, number>>;
}
