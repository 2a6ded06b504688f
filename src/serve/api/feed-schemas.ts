import Type, { type Static } from 'typebox';
import type { AppContext } from '../../app/context.ts';
import { describeReason } from '../../app/feeds/reasons.ts';
import { storyFor } from '../../app/feeds/story-for-reader.ts';
import type { FeedItem } from '../../feeds/pages/feed-pages.ts';
import { REASON_KINDS } from '../../feeds/ranking/explain.ts';
import type { Voice } from '../../model/story.ts';
import { Id, Moment, object, oneOf, orNull } from './schemas.ts';
import { StorySummarySchema, showStorySummary } from './story-schemas.ts';

const VoiceSchema = object(
  {
    articleId: Id,
    title: Type.String(),
    url: Type.String(),
    publishedAt: Moment,
    source: object({ id: Id, name: Type.String() }),
    isFree: orNull(Type.Boolean({ description: "The publisher's metadata; null if it has none." })),
  },
  { title: 'FeedVoice' },
);

const PartsSchema = object(
  {
    relevance: Type.Number(),
    freshness: Type.Number(),
    quality: Type.Number(),
    diversity: Type.Number(),
    trending: Type.Number(),
    score: Type.Number(),
  },
  { title: 'ScoreParts', description: 'The parts of the score at ranking time.' },
);

const FeedItemSchema = object(
  {
    story: StorySummarySchema,
    front: orNull(VoiceSchema),
    others: Type.Array(VoiceSchema, {
      description: 'The other sources, most credible first; at most 10.',
    }),
    isRead: Type.Boolean(),
    why: Type.Array(
      object({
        kind: oneOf(REASON_KINDS),
        id: orNull(Type.String()),
        name: orNull(Type.String()),
        text: Type.String(),
      }),
      {
        description:
          'The reasons, strongest first, from the parts of the score. `topic`, `entity` and `source` are learned; `chosen-` reasons were set by the reader.',
      },
    ),
    parts: orNull(PartsSchema),
  },
  { title: 'FeedItem' },
);

export const KeptItemSchema = object(
  { story: StorySummarySchema, front: orNull(VoiceSchema) },
  { title: 'KeptStory' },
);

export const FeedPageSchema = object(
  {
    items: Type.Array(FeedItemSchema),
    nextCursor: orNull(Type.String()),
    rankedAt: Moment,
    hereCursor: Type.String({
      description: 'The end of this page; use it to count new stories.',
    }),
  },
  { title: 'FeedPage' },
);

export function showFeedItem(
  { keys, topics }: Pick<AppContext, 'keys' | 'topics'>,
  item: FeedItem,
): Static<typeof FeedItemSchema> {
  const { relevance, freshness, quality, diversity, trending, score } = item.parts;
  return {
    story: showStorySummary(keys, storyFor(item)),
    front: item.front && showVoice(item.front),
    others: item.others.slice(0, MAX_OTHERS).map(showVoice),
    isRead: item.isRead,
    why: item.reasons.flatMap(reason => describeReason(reason, item.recent, topics) ?? []),
    parts: { relevance, freshness, quality, diversity, trending, score },
  };
}

export function showVoice(voice: Voice): Static<typeof VoiceSchema> {
  const { articleId, title, url, publishedAt, sourceId, sourceName, isFree } = voice;
  return {
    articleId,
    title,
    url,
    publishedAt: publishedAt.toISOString(),
    source: { id: sourceId, name: sourceName },
    isFree,
  };
}

const MAX_OTHERS = 10;
