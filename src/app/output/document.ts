import type { Story, Voice } from '../../model/story.ts';

/** FEED-12: a feed for other programs, independent of its format. */
export interface OutputFeed {
  readonly title: string;
  readonly description: string;
  /** The page with the same content. */
  readonly page: string;
  /** The feed's own address, and those of its neighbouring pages (RFC 5005). */
  readonly self: string;
  readonly first: string;
  readonly previous: string | null;
  readonly next: string | null;
  /** The WebSub hub that announces changes. */
  readonly hub: string | null;
  readonly language: string | null;
  readonly updatedAt: Date;
  readonly items: readonly OutputItem[];
}

export interface OutputItem {
  /** Stable when title or address change. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  readonly image: string | null;
  readonly author: string | null;
  readonly tags: readonly string[];
  readonly language: string | null;
}

export function itemOfStory(story: Story, origin: string, image: string | null): OutputItem {
  return {
    id: `urn:uuid:${story.id}`,
    url: `${origin}/stories/${story.id}`,
    title: story.headline,
    summary: story.lead,
    publishedAt: story.firstSeenAt,
    updatedAt: story.updatedAt,
    image: image === null ? null : `${origin}${image}`,
    author: story.leadSource,
    tags: [...(story.category === null ? [] : [story.category]), ...story.topics],
    language: story.language === 'und' ? null : story.language,
  };
}

export function itemOfVoice(
  voice: Omit<Voice, 'country' | 'credibility' | 'isFree'>,
  origin: string,
): OutputItem {
  return {
    id: `urn:uuid:${voice.articleId}`,
    url: `${origin}/articles/${voice.articleId}`,
    title: voice.title,
    summary: '',
    publishedAt: voice.publishedAt,
    updatedAt: voice.publishedAt,
    image: null,
    author: voice.sourceName,
    tags: [],
    language: null,
  };
}
