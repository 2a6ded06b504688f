import Type, { type Static } from 'typebox';
import type { DiffSegment } from '../../../../ingest/dedup/diff/diff-text.ts';
import type { Article, ArticleRevision } from '../../../../model/article.ts';
import type { ArticleContext } from '../../../../stories/queries/index.ts';
import { Id, Moment, object, oneOf, orNull } from '../../schemas.ts';
import { NamedEntitySchema, NamedTopicSchema, showNamedEntity } from '../../story-schemas.ts';

/** DEDUP-2: articles and their revisions in the API. */

const SUMMARY = {
  id: Id,
  sourceId: Id,
  url: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  publishedAt: Moment,
  hasOwnDate: Type.Boolean({
    description: 'False when the source gave no date; then it is the time of discovery.',
  }),
  modifiedAt: orNull(Moment),
  storedAt: Moment,
  authors: Type.Array(Type.String()),
  categories: Type.Array(Type.String()),
  language: orNull(Type.String()),
  section: orNull(Type.String()),
  image: orNull(
    object({ url: Type.String(), width: orNull(Type.Integer()), height: orNull(Type.Integer()) }),
  ),
  wordCount: Type.Integer(),
  origin: oneOf(['feed', 'page', 'api', 'submit']),
};

export const ArticleSummarySchema = object(SUMMARY, { title: 'ArticleSummary' });

export const ArticleSchema = object(
  {
    ...SUMMARY,
    bodyHtml: Type.String({ description: 'Sanitised. Empty when only the summary is known.' }),
    bodyText: Type.String(),
    revisionCount: Type.Integer({ description: 'The number of later texts at its address.' }),
    storyId: orNull(Id),
    detectedLanguage: orNull(
      Type.String({ description: 'Detected from the text; `language` is what the source states.' }),
    ),
    topics: Type.Array(NamedTopicSchema, { description: 'The category first.' }),
    entities: Type.Array(NamedEntitySchema),
    copies: Type.Array(Id, { description: 'Other articles with the same text.' }),
  },
  { title: 'Article' },
);

const SegmentSchema = object(
  { kind: oneOf(['same', 'added', 'removed']), text: Type.String() },
  { title: 'TextSegment' },
);

export const RevisionSummarySchema = object(
  { id: Id, seenAt: Moment, modifiedAt: orNull(Moment), title: Type.String() },
  { title: 'RevisionSummary' },
);

export const RevisionSchema = object(
  {
    id: Id,
    articleId: Id,
    seenAt: Moment,
    modifiedAt: orNull(Moment),
    title: Type.String(),
    summary: Type.String(),
    bodyHtml: Type.String(),
    bodyText: Type.String(),
    difference: object({
      title: Type.Array(SegmentSchema),
      text: Type.Array(SegmentSchema, { description: 'Compared with the previous text.' }),
    }),
  },
  { title: 'Revision' },
);

export function showArticleSummary(article: Article): Static<typeof ArticleSummarySchema> {
  const { id, sourceId, url, title, summary, hasOwnDate, language, section, image, wordCount, origin } =
    article;
  return {
    id,
    sourceId,
    url,
    title,
    summary,
    publishedAt: article.publishedAt.toISOString(),
    hasOwnDate,
    modifiedAt: article.modifiedAt?.toISOString() ?? null,
    storedAt: article.storedAt.toISOString(),
    authors: [...article.authors],
    categories: [...article.categories],
    language,
    section,
    image: image && { url: image.url, width: image.width, height: image.height },
    wordCount,
    origin,
  };
}

/** Derived fields are null or empty for some seconds after an article arrives. */
export function showArticle(
  article: Article,
  revisionCount: number,
  context: ArticleContext,
): Static<typeof ArticleSchema> {
  const { bodyHtml, bodyText } = article;
  return {
    ...showArticleSummary(article),
    bodyHtml,
    bodyText,
    revisionCount,
    storyId: context.storyId,
    detectedLanguage: context.language,
    topics: [...context.topics],
    entities: context.entities.map(showNamedEntity),
    copies: [...context.copies],
  };
}

export function showRevisionSummary(revision: ArticleRevision): Static<typeof RevisionSummarySchema> {
  const { id, title, seenAt, modifiedAt } = revision;
  return { id, title, seenAt: seenAt.toISOString(), modifiedAt: modifiedAt?.toISOString() ?? null };
}

export function showRevision(
  revision: ArticleRevision,
  difference: { readonly title: readonly DiffSegment[]; readonly text: readonly DiffSegment[] },
): Static<typeof RevisionSchema> {
  const { articleId, summary, bodyHtml, bodyText } = revision;
  return {
    ...showRevisionSummary(revision),
    articleId,
    summary,
    bodyHtml,
    bodyText,
    difference: { title: [...difference.title], text: [...difference.text] },
  };
}
