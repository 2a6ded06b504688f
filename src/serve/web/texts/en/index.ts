import { ACCOUNT } from './account.ts';
import { DESIGN } from './design.ts';
import { EXPERIMENTS } from './experiments.ts';
import { FEEDS } from './feeds.ts';
import { FRAME } from './frame.ts';
import { FRONT } from './front.ts';
import { INTERESTS } from './interests.ts';
import { STORIES_AND_TOPICS } from './newsroom.ts';
import { OPERATIONS } from './operations.ts';
import { OVERVIEW } from './overview.ts';
import { REFUSALS } from './problems.ts';
import { READER } from './reader.ts';
import { RULES } from './rules.ts';
import { SAVED } from './saved.ts';
import { SEARCH } from './search.ts';
import { SETTINGS } from './settings.ts';
import { SOURCES } from './sources.ts';
import { STORY } from './story.ts';
import { TRENDING } from './trending.ts';

/** The English catalogue, whose keys define all messages. */
export const EN = {
  ...FRAME,
  ...ACCOUNT,
  ...FRONT,
  ...STORY,
  ...FEEDS,
  ...TRENDING,
  ...SEARCH,
  ...SAVED,
  ...SETTINGS,
  ...DESIGN,
  ...READER,
  ...REFUSALS,
  ...OVERVIEW,
  ...EXPERIMENTS,
  ...INTERESTS,
  ...OPERATIONS,
  ...SOURCES,
  ...STORIES_AND_TOPICS,
  ...RULES,
} as const;
