import type { Grammar } from '../grammar.ts';
import { BUSINESS } from './business.ts';
import { CLIMATE } from './climate.ts';
import { ENTERTAINMENT } from './entertainment.ts';
import { HEALTH } from './health.ts';
import { NATION } from './nation.ts';
import { POLITICS } from './politics.ts';
import { SCIENCE } from './science.ts';
import { SOCIETY } from './society.ts';
import { SPORTS } from './sports.ts';
import { TECHNOLOGY } from './technology.ts';
import { WORLD } from './world.ts';

/** English has templates for every kind of event. */
export const ENGLISH: Readonly<Record<string, Grammar>> = {
  ...WORLD,
  ...NATION,
  ...POLITICS,
  ...BUSINESS,
  ...TECHNOLOGY,
  ...SCIENCE,
  ...HEALTH,
  ...SPORTS,
  ...ENTERTAINMENT,
  ...CLIMATE,
  ...SOCIETY,
};
