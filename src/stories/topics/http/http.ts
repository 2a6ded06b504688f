import { BREAKERS, BreakerOpen, type BreakerSettings } from '../../../lib/breaker.ts';
import type { Clock } from '../../../lib/clock.ts';
import { outgoingFetch } from '../../../platform/outgoing/outgoing.ts';
import { type BreakerTelemetry, createBreaker } from '../../../platform/telemetry/breakers.ts';
import {
  type ArticleForTopics,
  type ArticleLabels,
  type Classifier,
  ClassifierUnavailable,
} from '../port.ts';
import type { TaxonomyEntry } from '../taxonomy/entry.ts';
import { TAXONOMY } from '../taxonomy/taxonomy.ts';
import { labelsFrom } from '../topic-vector.ts';

/**
 * TOPIC-5: labels from a service of the operator. It receives POST requests with `{ "articles": [{ title, summary,
 * bodyText, language, ... }] }` and answers `{ "labels": [{ "category": { id, confidence }, "topics": [{ id,
 * confidence }] }] }` in the same order.
 */
export function createHttpClassifier(options: HttpClassifierOptions): Classifier {
  const { taxonomy = TAXONOMY, limits = BREAKERS.classifier } = options;
  const breaker = createBreaker('classifier', { ...options, settings: limits });
  return {
    async classify(articles) {
      if (articles.length === 0) return [];
      try {
        return await breaker.run(async signal =>
          labelsOf(await ask(articles, options, signal), articles, taxonomy),
        );
      } catch (error) {
        throw unavailable(error);
      }
    },
    close: async () => undefined,
  };
}

async function ask(
  articles: readonly ArticleForTopics[],
  { url, token, limits = BREAKERS.classifier }: HttpClassifierOptions,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await outgoingFetch(url, {
    purpose: 'the classifier',
    trust: 'operator',
    timeoutMs: limits.timeoutMs,
    maxBytes: MAX_BYTES,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ articles: articles.map(truncateBody) }),
    signal,
  });
  if (answer.status !== 200) throw new TypeError(`the classifier answered with status ${answer.status}`);
  return answer.json();
}

function truncateBody(article: ArticleForTopics): ArticleForTopics {
  return { ...article, bodyText: article.bodyText.slice(0, BODY_CHARACTERS) };
}

function labelsOf(
  answer: unknown,
  articles: readonly ArticleForTopics[],
  taxonomy: readonly TaxonomyEntry[],
): ArticleLabels[] {
  const labels = typeof answer === 'object' && answer !== null && 'labels' in answer ? answer.labels : null;
  if (!Array.isArray(labels) || labels.length !== articles.length)
    throw new TypeError('the classifier did not label every article');
  return labels.map(label => labelsFrom(label, taxonomy));
}

/** Any failure is the service's, so the articles wait. */
function unavailable(cause: unknown): ClassifierUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const retryAfterMs = cause instanceof BreakerOpen ? { retryAfterMs: cause.retryAfterMs } : {};
  return new ClassifierUnavailable(reason, { cause, ...retryAfterMs });
}

const MAX_BYTES = 8 * 1_048_576;
const BODY_CHARACTERS = 4_000;

export interface HttpClassifierOptions {
  readonly telemetry: BreakerTelemetry;
  readonly url: string;
  readonly token?: string | undefined;
  readonly clock: Clock;
  readonly taxonomy?: readonly TaxonomyEntry[];
  readonly limits?: BreakerSettings;
}
