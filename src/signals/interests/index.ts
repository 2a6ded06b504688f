export { apply } from './apply.ts';
export { fromBytes, toBytes } from './bytes.ts';
export type { ArticleTraits, InterestEvent, ReadingSignal } from './event.ts';
export { type Interests, noInterests, TOPIC_PLACES } from './interests.ts';
export { effectiveTopics, isMuted, levelOf, tasteFor } from './judge-article.ts';
export { type ListedInterest, listInterests } from './listed.ts';
