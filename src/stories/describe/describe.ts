import { encodeFeatures as featureBytes } from '../clusters/feature-codec.ts';
import { extractFeatures } from '../clusters/features.ts';
import type { Entity } from '../entities/entity.ts';
import { findEntities } from '../entities/find-entities.ts';
import { fingerprintArticle } from '../fingerprints/article-fingerprint.ts';
import { encodeFingerprint as fingerprintBytes } from '../fingerprints/fingerprint-codec.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { Labeller } from '../topics/labeller.ts';
import type { ArticleLabels } from '../topics/port.ts';

/**
 * Everything that follows from an article without comparing it to others: a pure function, run in worker
 * threads. The steps: language -> entities -> topics -> fingerprint -> features.
 */
export function describe(article: ArticleToDescribe, label: Labeller | null): ArticleDescription {
  return withFeatures(withFingerprint(withLabels(withEntities(withLanguage(article)), label)));
}

/**
 * The same for a batch. Each step runs over the whole batch before the next begins, so that its code and tables stay
 * in the processor's caches.
 */
export function describeAll(
  articles: readonly ArticleToDescribe[],
  label: Labeller | null,
): ArticleDescription[] {
  return articles
    .map(withLanguage)
    .map(withEntities)
    .map(each => withLabels(each, label))
    .map(withFingerprint)
    .map(withFeatures);
}

function withLanguage(article: ArticleToDescribe): WithLanguage {
  const text = article.bodyText === '' ? article.summary : article.bodyText;
  const { language } = detectLanguage(`${article.title}\n${text}`, { declared: article.declaredLanguage });
  return { article, language };
}

function withEntities({ article, language }: WithLanguage): WithEntities {
  const { title, summary, bodyText } = article;
  return { article, language, entities: findEntities({ title, summary, bodyText, language }) };
}

function withLabels(read: WithEntities, label: Labeller | null): WithLabels {
  return { ...read, labels: label?.({ ...read.article, language: read.language }) ?? null };
}

function withFingerprint(read: WithLabels): WithFingerprint {
  return { ...read, fingerprint: fingerprintBytes(fingerprintArticle(read.article)) };
}

function withFeatures({ article, ...read }: WithFingerprint): ArticleDescription {
  const { title, summary, bodyText, publishedAt, sourceId } = article;
  const { language } = read;
  const entities = read.entities.map(({ name }) => name);
  return {
    ...read,
    features: featureBytes(
      extractFeatures({ title, summary, bodyText, language, entities, publishedAt, sourceId }),
    ),
  };
}

export interface ArticleToDescribe {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
  readonly declaredLanguage: string | undefined;
  readonly url: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly sourceCategory: string | undefined;
  readonly categories: readonly string[];
  /** Milliseconds. */
  readonly publishedAt: number;
}

export interface ArticleDescription {
  readonly language: string;
  /** Null when an external classifier labels articles. */
  readonly labels: ArticleLabels | null;
  readonly entities: readonly Entity[];
  readonly fingerprint: Uint8Array;
  readonly features: Uint8Array;
}

/** An article between two steps. */
interface WithLanguage extends Pick<ArticleDescription, 'language'> {
  readonly article: ArticleToDescribe;
}
type WithEntities = WithLanguage & Pick<ArticleDescription, 'entities'>;
type WithLabels = WithEntities & Pick<ArticleDescription, 'labels'>;
type WithFingerprint = WithLabels & Pick<ArticleDescription, 'fingerprint'>;
