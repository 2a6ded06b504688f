import type { PageRoute } from '../../../page-route.ts';
import { storiesPage } from './list.ts';
import { storyPage } from './story.ts';
import { STORY_ACTIONS } from './story-actions.ts';

export const STORY_PAGES: readonly PageRoute[] = [storiesPage, storyPage, ...STORY_ACTIONS];
