import { toBytes as featureBytes } from '../clusters/bytes.ts';
import { features } from '../clusters/features.ts';
import { type Entity, findEntities } from '../entities/index.ts';
import { fingerprintArticle } from '../fingerprints/article.ts';
import { toBytes as fingerprintBytes } from '../fingerprints/bytes.ts';
import { detectLanguage } from '../language/index.ts';
import type { Labeller } from '../topics/index.ts';
import type { Labels } from '../topics/port.ts';

/** Everything that is read off an article by itself, whatever others say: a pure function, run in threads. */
export function describe(article: ArticleToDescribe, label: Labeller | null): Description {
  const { title, summary, bodyText, sourceId, publishedAt } = article;
  const text = bodyText === '' ? summary : bodyText;
  const { language } = detectLanguage(`${title}\n${text}`, { declared: article.declaredLanguage });
  const entities = findEntities({ title, summary, bodyText, language });
  return {
    language,
    labels: label?.({ ...article, language }) ?? null,
    entities,
    fingerprint: fingerprintBytes(fingerprintArticle(article)),
    features: featureBytes(
      features({
        title,
        summary,
        bodyText,
        language,
        entities: entities.map(({ name }) => name),
        publishedAt,
        sourceId,
      }),
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

export interface Description {
  readonly language: string;
  /** Null when somebody else gives them. */
  readonly labels: Labels | null;
  readonly entities: readonly Entity[];
  readonly fingerprint: Uint8Array;
  readonly features: Uint8Array;
}
