import { createHash } from 'node:crypto';
import type { Subjects, Taste } from '../../feeds/ranking/taste.ts';
import { hiddenStoriesOf } from '../../feeds/readers/hidden-stories.ts';
import { type Preferences, preferencesOf } from '../../feeds/readers/preferences.ts';
import { readSince } from '../../feeds/readers/reading-lists.ts';
import { WINDOW_MS } from '../../feeds/window/story-window.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { readManyInterests } from '../../signals/interests/interest-store.ts';
import type { ReaderInterests } from '../../signals/interests/interests.ts';
import { effectiveTopics, levelOf } from '../../signals/interests/taste.ts';

/** Loads readers' tastes (learned interests, preferences and what they read), in the order of `userIds`. */
export async function loadTastes(
  database: Queryable,
  clock: Clock,
  userIds: readonly string[],
): Promise<Taste[]> {
  const [interests, preferences, read, hidden] = await Promise.all([
    readManyInterests(database, userIds),
    preferencesOf(database, userIds),
    readSince(database, userIds, new Date(clock.now() - WINDOW_MS)),
    hiddenStoriesOf(database, userIds),
  ]);
  return userIds.map(id =>
    tasteFrom(interests(id), preferences(id), {
      read: read.get(id) ?? new Set(),
      hidden: hidden.get(id) ?? new Set(),
    }),
  );
}

function tasteFrom(
  interests: ReaderInterests,
  preferences: Preferences,
  { read, hidden }: StoryState,
): Taste {
  const { settings, stances, mutedWords } = preferences;
  const sourcesWith = (stance: string) =>
    new Set(stances.filter(one => one.subject === 'source' && one.stance === stance).map(({ id }) => id));
  return {
    version: versionOf(interests, preferences, { read, hidden }),
    topics: effectiveTopics(interests),
    entities: withSet(interests, 'entity'),
    sources: withSet(interests, 'source'),
    chosen: subjectsIn([...interests.set].filter(([, level]) => level > 0).map(([key]) => key)),
    followed: {
      topics: new Set(
        stances.flatMap(({ subject, dimension }) => (subject === 'topic' ? (dimension ?? []) : [])),
      ),
      entities: new Set(stances.filter(({ subject }) => subject === 'entity').map(({ id }) => id)),
      sources: sourcesWith('follow'),
    },
    muted: subjectsIn([...interests.muted]),
    preferredSources: sourcesWith('prefer'),
    blockedSources: sourcesWith('block'),
    mutedWords: mutedWords.map(({ words, until }) => ({ words, until: until?.getTime() ?? null })),
    hidesPaywalled: settings.hidesPaywalled,
    liftsRare: settings.liftsRare,
    read,
    hidden,
    language: settings.language,
    country: settings.country,
  };
}

/** INT-3: levels set by hand replace learned ones. */
function withSet(interests: ReaderInterests, on: 'entity' | 'source'): ReadonlyMap<string, number> {
  const learned = on === 'entity' ? interests.entities : interests.sources;
  const levels = new Map(learned);
  for (const key of interests.set.keys()) {
    if (!key.startsWith(`${on}:`)) continue;
    const id = key.slice(on.length + 1);
    levels.set(id, levelOf(interests, { on, id }));
  }
  return levels;
}

function subjectsIn(keys: readonly string[]): Subjects {
  const of = (on: string) =>
    keys.filter(key => key.startsWith(`${on}:`)).map(key => key.slice(on.length + 1));
  return {
    topics: new Set(of('topic').map(Number)),
    entities: new Set(of('entity')),
    sources: new Set(of('source')),
  };
}

/** FEED-6: changes exactly when something changes that a page depends on. */
function versionOf(
  { offset, isPaused }: ReaderInterests,
  { settings, stances, mutedWords }: Preferences,
  { read, hidden }: StoryState,
): string {
  const all = [
    String(offset),
    isPaused,
    settings,
    stances.map(({ subject, id, stance }) => [subject, id, stance]),
    mutedWords.map(({ words, until }) => [words, until]),
    [...read].sort(),
    [...hidden].sort(),
  ];
  return createHash('sha1').update(JSON.stringify(all)).digest('base64url');
}

type StoryState = Pick<Taste, 'read' | 'hidden'>;
