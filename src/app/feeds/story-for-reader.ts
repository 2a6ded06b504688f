import type { FeedItem } from '../../feeds/pages/feed-pages.ts';
import type { Story } from '../../model/story.ts';

/**
 * The story as this reader sees it. Where its headline comes from a source that they block, or they prefer another
 * source, headline and text are those of the article in front.
 */
export function storyFor({ recent, front, others }: Pick<FeedItem, 'recent' | 'front' | 'others'>): Story {
  const { story, voices } = recent;
  if (front === null || story.editorHeadline !== null) return story;
  const seen = others.length + 1;
  const isLead = front.sourceName === story.leadSource;
  const isPlain = seen === voices.length && (isLead || !isChosen(recent, front.sourceId));
  if (isPlain) return story;
  const isLeadSeen = [front, ...others].some(({ sourceName }) => sourceName === story.leadSource);
  return {
    ...story,
    ...(isLead
      ? {}
      : { headline: front.title, leadSource: front.sourceName, leadArticleId: front.articleId }),
    ...(isLeadSeen ? {} : { lead: '' }),
  };
}

/** Whether the reader's preferences put it in front, and not its credibility. */
function isChosen({ voices }: FeedItem['recent'], sourceId: string): boolean {
  return voices[0]?.sourceId !== sourceId;
}
