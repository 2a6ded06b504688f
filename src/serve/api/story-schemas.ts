import Type, { type Static } from 'typebox';
import { imageUrlFor } from '../../app/output/image-address.ts';
import type { Keys } from '../../lib/keys.ts';
import type {
  Spread,
  StoredEntity,
  StoredTopic,
  StoredTopicRule,
  Story,
  StoryArticle,
  StoryText,
  Timeline,
} from '../../stories/queries/index.ts';
import { Id, Moment, object, oneOf, orNull } from './schemas.ts';

/** STORY-4: stories, topics and entities in the API. */

/** Topic ids and entity keys, without characters that PostgreSQL cannot store. */
export const TopicId = Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z0-9][a-z0-9-]*$' });
export const EntityKey = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' });
export const LanguageCode = Type.String({ pattern: '^[a-z]{2,3}$', description: 'ISO 639, such as `en`.' });

const BreakingSchema = object(
  {
    isNow: Type.Boolean(),
    since: Moment,
    until: orNull(Moment),
    because: oneOf(['coverage', 'engagement']),
    velocity: Type.Number({ description: 'Articles per minute at the last check.' }),
  },
  { title: 'Breaking', description: 'The last breaking episode.' },
);

const SUMMARY = {
  id: Id,
  language: Type.String(),
  headline: Type.String(),
  lead: Type.String(),
  leadSource: orNull(Type.String({ description: 'The source of headline and lead.' })),
  image: orNull(
    Type.String({ description: 'An address on this server, so that publishers do not see the reader.' }),
  ),
  category: orNull(Type.String()),
  topics: Type.Array(Type.String(), { description: 'Ids, best first.' }),
  entities: Type.Array(Type.String(), { description: 'Keys, most mentioned first.' }),
  firstSeenAt: Moment,
  updatedAt: Moment,
  articleCount: Type.Integer(),
  textCount: Type.Integer({ description: 'Copies of one text count once.' }),
  sourceCount: Type.Integer(),
  isPinned: Type.Boolean(),
  breaking: orNull(BreakingSchema),
};

export const StorySummarySchema = object(SUMMARY, { title: 'StorySummary' });

export const NamedTopicSchema = object({ id: Type.String(), name: Type.String() }, { title: 'NamedTopic' });

const EntityKindSchema = oneOf(['person', 'place', 'organisation', 'other']);

export const NamedEntitySchema = object(
  { key: Type.String(), name: Type.String(), kind: EntityKindSchema },
  { title: 'NamedEntity' },
);

export const EntitySchema = object(
  {
    key: Type.String(),
    name: Type.String(),
    kind: EntityKindSchema,
    articleCount: Type.Integer(),
    lastSeenAt: Moment,
  },
  { title: 'Entity' },
);

const ShareSchema = object(
  { name: orNull(Type.String()), sourceCount: Type.Integer() },
  { title: 'SpreadShare', description: 'An entry without a name means unknown.' },
);

const SpreadSchema = object(
  {
    countries: Type.Array(ShareSchema),
    languages: Type.Array(ShareSchema),
    credibility: Type.Array(ShareSchema, { description: '`high` from 0.7, `medium` from 0.4, `low`.' }),
  },
  { title: 'Spread' },
);

export const StorySchema = object(
  {
    ...SUMMARY,
    topics: Type.Array(NamedTopicSchema),
    entities: Type.Array(NamedEntitySchema),
    leadArticleId: Id,
    hasEditorHeadline: Type.Boolean(),
    isHidden: Type.Boolean(),
    spread: SpreadSchema,
  },
  { title: 'Story' },
);

const StoryArticleSchema = object(
  {
    id: Id,
    title: Type.String(),
    url: Type.String(),
    language: orNull(Type.String()),
    publishedAt: Moment,
    source: object({ id: Id, name: Type.String() }),
  },
  { title: 'StoryArticle' },
);

export const StoryTextSchema = object(
  {
    article: StoryArticleSchema,
    copyCount: Type.Integer(),
    copies: Type.Array(StoryArticleSchema, { description: 'The first 50 articles with the same text.' }),
  },
  { title: 'StoryText' },
);

export const TimelineSchema = object(
  {
    unit: oneOf(['hour', 'day']),
    spans: Type.Array(object({ at: Moment, articleCount: Type.Integer(), newSourceCount: Type.Integer() }), {
      description: 'In order, without empty intervals.',
    }),
    firstReport: orNull(
      object({
        articleId: Id,
        title: Type.String(),
        at: Moment,
        source: object({ id: Id, name: Type.String() }),
      }),
    ),
    breaking: Type.Array(
      object({ since: Moment, until: orNull(Moment), because: oneOf(['coverage', 'engagement']) }),
    ),
    headlines: Type.Array(
      object({ articleId: Id, title: Type.String(), seenAt: Moment, source: Type.String() }),
      { description: 'Headlines that publishers changed, newest first.' },
    ),
  },
  { title: 'StoryTimeline' },
);

export const TopicSchema = object(
  {
    id: Type.String(),
    name: Type.String(),
    parent: orNull(Type.String()),
    dimension: Type.Integer({ description: 'Its slot in the topic vector.' }),
    keywords: Type.Array(Type.String(), { description: 'A leading tilde marks a weak keyword.' }),
    isActive: Type.Boolean(),
  },
  { title: 'Topic' },
);

export const TopicRuleSchema = object(
  { id: Id, keyword: Type.String(), topicId: Type.String(), weight: Type.Number() },
  { title: 'TopicRule' },
);

export function showStorySummary(keys: Keys, story: Story): Static<typeof StorySummarySchema> {
  return { ...shown(keys, story), topics: [...story.topics], entities: [...story.entities] };
}

export function showStory(keys: Keys, story: Story, about: StoryDetail): Static<typeof StorySchema> {
  const share = ({ name, sources }: Spread['countries'][number]) => ({ name, sourceCount: sources });
  return {
    ...shown(keys, story),
    topics: story.topics.map(id => ({ id, name: about.topicNames.get(id) ?? id })),
    entities: about.entities.map(showNamedEntity),
    leadArticleId: story.leadArticleId,
    hasEditorHeadline: story.editorHeadline !== null,
    isHidden: story.isHidden,
    spread: {
      countries: about.spread.countries.map(share),
      languages: about.spread.languages.map(share),
      credibility: about.spread.credibility.map(share),
    },
  };
}

function shown(keys: Keys, story: Story) {
  const { id, language, headline, lead, category, articleCount, textCount, sourceCount } = story;
  return {
    id,
    language,
    headline,
    lead,
    leadSource: story.leadSource,
    image: story.imageUrl === null ? null : imageUrlFor(keys, story.imageUrl),
    category,
    firstSeenAt: story.firstSeenAt.toISOString(),
    updatedAt: story.updatedAt.toISOString(),
    articleCount,
    textCount,
    sourceCount,
    isPinned: story.pinnedAt !== null,
    breaking: breakingOf(story),
  };
}

function breakingOf({ breakingSince, breakingUntil, breakingBecause, velocity }: Story) {
  if (breakingSince === null) return null;
  return {
    isNow: breakingUntil === null,
    since: breakingSince.toISOString(),
    until: breakingUntil?.toISOString() ?? null,
    because: breakingReasonOf(breakingBecause),
    velocity,
  };
}

function breakingReasonOf(word: string | null): 'coverage' | 'engagement' {
  return word === 'engagement' ? 'engagement' : 'coverage';
}

function showStoryArticle(article: StoryArticle): Static<typeof StoryArticleSchema> {
  const { id, title, url, language, publishedAt, sourceId, sourceName } = article;
  const source = { id: sourceId, name: sourceName };
  return { id, title, url, language, publishedAt: publishedAt.toISOString(), source };
}

export function showText({ article, copyCount, copies }: StoryText): Static<typeof StoryTextSchema> {
  return { article: showStoryArticle(article), copyCount, copies: copies.map(showStoryArticle) };
}

export function showTimeline({
  unit,
  spans,
  firstReport,
  breaking,
  headlines,
}: Timeline): Static<typeof TimelineSchema> {
  return {
    unit,
    spans: spans.map(({ at, articles, newSources }) => ({
      at: at.toISOString(),
      articleCount: articles,
      newSourceCount: newSources,
    })),
    firstReport: firstReport && {
      articleId: firstReport.id,
      title: firstReport.title,
      at: firstReport.at.toISOString(),
      source: { id: firstReport.sourceId, name: firstReport.sourceName },
    },
    breaking: breaking.map(({ beganAt, endedAt, because }) => ({
      since: beganAt.toISOString(),
      until: endedAt?.toISOString() ?? null,
      because: breakingReasonOf(because),
    })),
    headlines: headlines.map(({ articleId, title, seenAt, sourceName }) => ({
      articleId,
      title,
      seenAt: seenAt.toISOString(),
      source: sourceName,
    })),
  };
}

export function showTopic(topic: StoredTopic): Static<typeof TopicSchema> {
  return { ...topic, keywords: [...topic.keywords] };
}

export function showRule(rule: StoredTopicRule): Static<typeof TopicRuleSchema> {
  return rule;
}

export function showNamedEntity({ key, name, kind }: StoredEntity): Static<typeof NamedEntitySchema> {
  return { key, name, kind: kindOf(kind) };
}

export function showEntity({ articles, lastSeenAt, ...entity }: StoredEntity): Static<typeof EntitySchema> {
  return {
    ...showNamedEntity({ articles, lastSeenAt, ...entity }),
    articleCount: articles,
    lastSeenAt: lastSeenAt.toISOString(),
  };
}

/** The check constraint of the table allows only these. */
function kindOf(kind: string): Static<typeof EntityKindSchema> {
  return kind === 'person' || kind === 'place' || kind === 'organisation' ? kind : 'other';
}

export interface StoryDetail {
  readonly topicNames: ReadonlyMap<string, string>;
  readonly entities: readonly StoredEntity[];
  readonly spread: Spread;
}
