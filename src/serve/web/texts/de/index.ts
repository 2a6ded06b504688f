import type { Catalogue } from '../catalogue.ts';
import { ACCOUNT_DE } from './account.ts';
import { DESIGN_DE } from './design.ts';
import { EXPERIMENTS_DE } from './experiments.ts';
import { FEEDS_DE } from './feeds.ts';
import { FRAME_DE } from './frame.ts';
import { FRONT_DE } from './front.ts';
import { INTERESTS_DE } from './interests.ts';
import { STORIES_AND_TOPICS_DE } from './newsroom.ts';
import { OPERATIONS_DE } from './operations.ts';
import { OVERVIEW_DE } from './overview.ts';
import { REFUSALS_DE } from './problems.ts';
import { READER_DE } from './reader.ts';
import { RULES_DE } from './rules.ts';
import { SAVED_DE } from './saved.ts';
import { SEARCH_DE } from './search.ts';
import { SETTINGS_DE } from './settings.ts';
import { SOURCES_DE } from './sources.ts';
import { STORY_DE } from './story.ts';
import { TRENDING_DE } from './trending.ts';

export const DE: Catalogue = {
  ...FRAME_DE,
  ...ACCOUNT_DE,
  ...FRONT_DE,
  ...STORY_DE,
  ...FEEDS_DE,
  ...TRENDING_DE,
  ...SEARCH_DE,
  ...SAVED_DE,
  ...SETTINGS_DE,
  ...DESIGN_DE,
  ...READER_DE,
  ...REFUSALS_DE,
  ...OVERVIEW_DE,
  ...EXPERIMENTS_DE,
  ...INTERESTS_DE,
  ...OPERATIONS_DE,
  ...SOURCES_DE,
  ...STORIES_AND_TOPICS_DE,
  ...RULES_DE,
};
