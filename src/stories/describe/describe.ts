import { toBytes as featureBytes } from '../clusters/feature-codec.ts';
import { features } from '../clusters/features.ts';
import type { Entity } from '../entities/entity.ts';
import { findEntities } from '../entities/find-entities.ts';
import { fingerprintArticle } from '../fingerprints/article-fingerprint.ts';
import { toBytes as fingerprintBytes } from '../fingerprints/fingerprint-codec.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { Labeller } from '../topics/labeller.ts';
import type { Labels } from '../topics/port.ts';

/** Everything that is read off an article by itself, whatever others say: a pure function, run in threads. */
export function describe(article: ArticleToDescribe, label: Labeller | null): Description {
  return withFeatures(withFingerprint(withLabels(withEntities(withLanguage(article)), label)));
}

/**
 * The same for many. Each step goes over all of them before the next begins, so that its code and its tables stay in the
 * caches of the processor meanwhile.
 */
export function describeAll(articles: readonly ArticleToDescribe[], label: Labeller | null): Description[] {
  return articles
    .map(withLanguage)
    .map(withEntities)
    .map(each => withLabels(each, label))
    .map(withFingerprint)
    .map(withFeatures);
}

function withLanguage(article: ArticleToDescribe): Read {
  const text = article.bodyText === '' ? article.summary : article.bodyText;
  const { language } = detectLanguage(`${article.title}\n${text}`, { declared: article.declaredLanguage });
  return { article, language };
}

function withEntities({ article, language }: Read): Named {
  const { title, summary, bodyText } = article;
  return { article, language, entities: findEntities({ title, summary, bodyText, language }) };
}

function withLabels(read: Named, label: Labeller | null): Labelled {
  return { ...read, labels: label?.({ ...read.article, language: read.language }) ?? null };
}

function withFingerprint(read: Labelled): Fingerprinted {
  return { ...read, fingerprint: fingerprintBytes(fingerprintArticle(read.article)) };
}

function withFeatures({ article, ...read }: Fingerprinted): Description {
  const { title, summary, bodyText, publishedAt, sourceId } = article;
  const { language } = read;
  const entities = read.entities.map(({ name }) => name);
  return {
    ...read,
    features: featureBytes(features({ title, summary, bodyText, language, entities, publishedAt, sourceId })),
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

export interface Description {
  readonly language: string;
  /** Null when somebody else gives them. */
  readonly labels: Labels | null;
  readonly entities: readonly Entity[];
  readonly fingerprint: Uint8Array;
  readonly features: Uint8Array;
}

/** An article on its way through the steps. */
interface Read extends Pick<Description, 'language'> {
  readonly article: ArticleToDescribe;
}
type Named = Read & Pick<Description, 'entities'>;
type Labelled = Named & Pick<Description, 'labels'>;
type Fingerprinted = Labelled & Pick<Description, 'fingerprint'>;
