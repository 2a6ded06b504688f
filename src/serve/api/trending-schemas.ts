import Type from 'typebox';
import { Id, object, orNull } from './schemas.ts';

/** What every list of what is trending shows of an article or a story. */
export const TrendingThing = {
  title: Type.String(),
  language: orNull(Type.String()),
  category: orNull(Type.String()),
  publishedAt: Type.String({ format: 'date-time', description: 'Of a story: its newest change.' }),
  source: orNull(object({ id: Id, name: Type.String() })),
  articleCount: Type.Integer(),
} as const;
