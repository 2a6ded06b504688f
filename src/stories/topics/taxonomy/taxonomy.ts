import { BUSINESS } from './business.ts';
import { CLIMATE } from './climate.ts';
import { EDUCATION } from './education.ts';
import { ENTERTAINMENT } from './entertainment.ts';
import type { TaxonomyEntry } from './entry.ts';
import { HEALTH } from './health.ts';
import { LIFESTYLE } from './lifestyle.ts';
import { NATION } from './nation.ts';
import { POLITICS } from './politics.ts';
import { SCIENCE } from './science.ts';
import { SPORTS } from './sports.ts';
import { TECHNOLOGY } from './technology.ts';
import { WORLD } from './world.ts';

/** TOPIC-1: the built-in taxonomy, in the order of dimensions; operators edit a copy. */
export const TAXONOMY: readonly TaxonomyEntry[] = [
  WORLD,
  NATION,
  POLITICS,
  BUSINESS,
  TECHNOLOGY,
  SCIENCE,
  HEALTH,
  SPORTS,
  ENTERTAINMENT,
  CLIMATE,
  EDUCATION,
  LIFESTYLE,
]
  .flat()
  .sort((a, b) => a.dimension - b.dimension);

/** The classes of the trained model, in this order. */
export const CATEGORY_IDS: readonly string[] = TAXONOMY.filter(entry => entry.parent === null).map(
  entry => entry.id,
);
