import type { AppContext } from '../../app/context.ts';
import { listTopics } from '../../stories/queries/index.ts';

/**
 * The sections of the paper, which every masthead shows: the categories, in the order of a paper. They change when an
 * editor changes them, so what was seen a minute ago is good enough, and while the database is away the last answer
 * stands.
 */
export async function sectionsOf(context: AppContext): Promise<readonly Section[]> {
  const known = KNOWN.get(context);
  const now = context.clock.now();
  if (known && now < known.until) return known.sections;
  const sections = await readSections(context).catch(() => known?.sections ?? []);
  KNOWN.set(context, { sections, until: now + (sections.length > 0 ? KEPT_MS : 0) });
  return sections;
}

/** Those that were last seen, for pages that must not ask: they tell that something went wrong. */
export function lastSections(context: AppContext): readonly Section[] {
  return KNOWN.get(context)?.sections ?? [];
}

async function readSections({ database }: AppContext): Promise<Section[]> {
  const topics = await listTopics(database);
  const place = (id: string) => ORDER.indexOf(id) + 1 || ORDER.length + 1;
  return topics
    .filter(({ parent }) => parent === null)
    .sort((one, other) => place(one.id) - place(other.id))
    .map(({ id, name }) => ({ id, name }));
}

const KEPT_MS = 60_000;
const KNOWN = new WeakMap<AppContext, { sections: readonly Section[]; until: number }>();
const ORDER = [
  'world',
  'nation',
  'politics',
  'business',
  'technology',
  'science',
  'climate',
  'health',
  'sports',
  'entertainment',
  'lifestyle',
  'education',
];

export interface Section {
  readonly id: string;
  readonly name: string;
}
