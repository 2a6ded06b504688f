import type { RecentStory, Voice } from '../../model/story.ts';
import { MIN_TOPIC_WEIGHT } from '../../model/topic-vector.ts';
import type { NamesBySlot } from '../window/names-by-slot.ts';
import { type StoryWindow, TOPICS_PER_STORY } from '../window/story-window.ts';
import type { Taste } from './taste.ts';
import { muteMatcher } from './word-mute.ts';

/**
 * FEED-14: decides what a reader sees of a story; hidden stories, and muted and blocked content, are never shown, not even
 * in coverage.
 */
export function visibilityFor(taste: Taste, now: number): (recent: RecentStory) => VisibleStory | null {
  const mutes = muteMatcher(taste.mutedWords, now);
  const { muted, blockedSources, hidesPaywalled } = taste;
  const isKept = (voice: Voice) => !blockedSources.has(voice.sourceId) && !muted.sources.has(voice.sourceId);
  const mutesSources = blockedSources.size > 0 || muted.sources.size > 0;
  return recent => {
    if (taste.hidden.has(recent.story.id) || isAboutMuted(recent, taste)) return null;
    if (mutes?.(`${recent.story.headline}\n${recent.story.lead}`)) return null;
    const kept = mutesSources ? recent.voices.filter(isKept) : recent.voices;
    if (kept.length === 0 && recent.voices.length > 0) return null;
    const voices = mutes ? kept.filter(({ title }) => !mutes(title)) : kept;
    const readable = hidesPaywalled ? voices.filter(({ isFree }) => isFree !== false) : voices;
    if (readable.length === 0 && recent.voices.length > 0) return null;
    return { recent, ...chooseFront(recent, readable, taste) };
  };
}

/**
 * The same rule for candidates, evaluated on the columns of the window where they suffice. Null when the
 * reader sees every story.
 */
export function isVisibleTo(
  window: StoryWindow,
  taste: Taste,
  now: number,
): ((slot: number) => boolean) | null {
  const { muted, mutedWords, hidesPaywalled } = taste;
  const names = numbersOf(window.entities, muted.entities);
  const sources = numbersOf(window.sources, taste.blockedSources.union(muted.sources));
  const see = mutedWords.length > 0 || hidesPaywalled ? visibilityFor(taste, now) : null;
  const hidden = new Set([...taste.hidden].flatMap(id => window.slotOf(window.resolve(id)) ?? []));
  if (names.size + sources.size + muted.topics.size + hidden.size === 0 && !see) return null;
  return slot => {
    if (hidden.has(slot)) return false;
    if (names.size > 0 && countIn(window.entities, slot, names) > 0) return false;
    if (muted.topics.size > 0 && isAboutMutedAt(window, slot, muted.topics)) return false;
    const sourceCount = window.sources.counts[slot] ?? 0;
    if (sources.size > 0 && sourceCount > 0 && countIn(window.sources, slot, sources) === sourceCount)
      return false;
    if (!see) return true;
    const recent = window.at(slot);
    return recent !== undefined && see(recent) !== null;
  };
}

function numbersOf({ numbers }: NamesBySlot, names: ReadonlySet<string>): ReadonlySet<number> {
  return new Set([...names].flatMap(name => numbers.find(name) ?? []));
}

function countIn(names: NamesBySlot, slot: number, wanted: ReadonlySet<number>): number {
  let count = 0;
  for (let index = (names.counts[slot] ?? 0) - 1; index >= 0; index--)
    if (wanted.has(names.numberAt(slot, index))) count++;
  return count;
}

function isAboutMutedAt(window: StoryWindow, slot: number, topics: ReadonlySet<number>): boolean {
  for (let index = slot * TOPICS_PER_STORY; index < (slot + 1) * TOPICS_PER_STORY; index++)
    if (
      (window.topicWeights[index] ?? 0) >= MIN_TOPIC_WEIGHT &&
      topics.has(window.topicDimensions[index] ?? 0)
    )
      return true;
  return false;
}

function isAboutMuted({ story, topics }: RecentStory, { muted }: Taste): boolean {
  if (muted.entities.size > 0 && story.entities.some(key => muted.entities.has(key))) return true;
  if (muted.topics.size === 0) return false;
  return topics.some(({ dimension, weight }) => weight >= MIN_TOPIC_WEIGHT && muted.topics.has(dimension));
}

/** FEED-1: a source that the reader prefers, else the one whose headline the story has, else the most credible. */
function chooseFront(
  { story }: RecentStory,
  voices: readonly Voice[],
  { preferredSources, sources }: Taste,
): Pick<VisibleStory, 'front' | 'others'> {
  const preferred = voices.filter(({ sourceId }) => preferredSources.has(sourceId));
  const liked = (voice: Voice) => sources.get(voice.sourceId) ?? 0;
  const front =
    preferred.sort((a, b) => liked(b) - liked(a))[0] ??
    voices.find(({ articleId }) => articleId === story.leadArticleId) ??
    voices[0] ??
    null;
  return { front, others: voices.filter(voice => voice !== front) };
}

export interface VisibleStory {
  readonly recent: RecentStory;
  /** Null when the window has no article of the story. */
  readonly front: Voice | null;
  readonly others: readonly Voice[];
}
