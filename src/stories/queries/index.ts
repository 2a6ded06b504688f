export type { Story } from '../../model/story.ts';
export { type ArticleContext, findArticleContext } from './article-context.ts';
export {
  type Spread,
  type SpreadShare,
  spreadOf,
  type Timeline,
  type TimelineSpan,
  timelineOf,
} from './coverage.ts';
export { entitiesByKeys, findEntity, type StoredEntity, searchEntities } from './entities.ts';
export { recentStories, recentStoriesOf } from './recent-stories.ts';
export {
  type FoundStory,
  findStory,
  isShownAsBreaking,
  listBreaking,
  listHidden,
  listPinned,
  listStories,
  type StoryQuery,
  sourcesOfBreaking,
  storiesByIds,
} from './stories.ts';
export { listTexts, type StoryArticle, type StoryText } from './story-texts.ts';
export {
  findRule,
  findTopic,
  listRules,
  listTopics,
  namesOfTopics,
  type StoredTopic,
  type StoredTopicRule,
} from './topics.ts';
