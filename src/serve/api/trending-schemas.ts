import Type from 'typebox';
import { Id, object, orNull } from './schemas.ts';

/** The fields of an article or story in trending lists. */
export const TrendingThing = {
  title: Type.String(),
  language: orNull(Type.String()),
  category: orNull(Type.String()),
  publishedAt: Type.String({ format: 'date-time', description: 'For a story, its latest change.' }),
  source: orNull(object({ id: Id, name: Type.String() })),
  articleCount: Type.Integer(),
} as const;
