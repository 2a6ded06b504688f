import { Problem } from '../../errors.ts';
import { settingsOf } from '../../feeds/readers/preferences.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Principal } from '../../model/principal.ts';
import {
  entitiesByKeys,
  type FoundStory,
  findStory,
  listTexts,
  namesOfTopics,
  type Spread,
  type StoredEntity,
  type Story,
  type StoryText,
  spreadOf,
  storiesByIds,
  type Timeline,
  timelineOf,
} from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { type ReadingState, readingState } from '../feeds/reading-state.ts';
import { blockedSources, visibleStories } from '../feeds/visible-stories.ts';

/** The story of an id, or the redirect of a merged one. Only editors find hidden stories. */
export async function findVisibleStory(
  { database }: StoryDeps,
  principal: Principal | null,
  id: string,
): Promise<FoundStory> {
  const found = isUuid(id) ? await findStory(database, id) : null;
  if (!found || (found.kind === 'story' && found.story.isHidden && !isEditor(principal)))
    throw new Problem('story-not-found');
  return found;
}

/** STORY-4: what the page of a story shows beside the story, as the reader sees it. */
export async function coverageOfStory(
  context: StoryDeps,
  principal: Principal | null,
  story: Story,
  page: TextsOfPage,
): Promise<CoverageOfStory> {
  const { database } = context;
  const [texts, timeline, spread, related, topicNames, entities, state, foldsSeen, isBlocked] =
    await Promise.all([
      listTexts(database, story.id, page),
      timelineOf(database, story.id),
      spreadOf(database, story.id),
      relatedStories(context, principal, story),
      namesOfTopics(database, [...story.topics, ...(story.category === null ? [] : [story.category])]),
      entitiesByKeys(database, story.entities),
      readingState(context, principal, [story]),
      foldsSeenTexts(context, principal),
      blockedSources(context, principal),
    ]);
  return { texts, timeline, spread, related, topicNames, entities, state, foldsSeen, isBlocked };
}

export function isEditor(principal: Principal | null): boolean {
  return principal?.roles.includes('operator') ?? false;
}

async function relatedStories(
  context: StoryDeps,
  principal: Principal | null,
  story: Story,
): Promise<readonly Story[]> {
  const related = await storiesByIds(context.database, story.related);
  return visibleStories(
    context,
    principal,
    related.filter(({ id }) => id !== story.id),
  );
}

/** STORY-7: the reader's setting; visitors have no reading history, so nothing is collapsed for them. */
async function foldsSeenTexts({ database }: StoryDeps, principal: Principal | null): Promise<boolean> {
  return principal ? (await settingsOf(database, principal.userId)).foldsSeen : false;
}

export interface CoverageOfStory {
  readonly texts: readonly StoryText[];
  readonly timeline: Timeline;
  readonly spread: Spread;
  readonly related: readonly Story[];
  readonly topicNames: ReadonlyMap<string, string>;
  readonly entities: readonly StoredEntity[];
  readonly state: ReadingState;
  /** Whether texts that the reader has seen are collapsed. */
  readonly foldsSeen: boolean;
  readonly isBlocked: (sourceId: string) => boolean;
}

type StoryDeps = Pick<AppContext, 'database' | 'clock' | 'feeds'>;
type TextsOfPage = Parameters<typeof listTexts>[2];
