export type { Story } from '../../model/story.ts';
export { type ArticlePlace, placeOfArticle } from './article-place.ts';
export { isToldAsBreaking, listBreaking } from './breaking.ts';
export { entitiesByKeys, findEntity, type StoredEntity, searchEntities } from './entities.ts';
export { type FoundStory, findStory } from './find-story.ts';
export { listHidden, listPinned, listStories, type StoryQuery, storiesByIds } from './list-stories.ts';
export { recentStories, recentStoriesOf } from './recent.ts';
export { type Spread, type SpreadShare, spreadOf } from './spread.ts';
export { listTexts, type StoryArticle, type StoryText } from './texts.ts';
export { type Timeline, type TimelineSpan, timelineOf } from './timeline.ts';
export {
  findRule,
  findTopic,
  listRules,
  listTopics,
  namesOfTopics,
  type StoredRule,
  type StoredTopic,
} from './topics.ts';
export { markVisited, type StoryVisit, visitsOf } from './visits.ts';
