import type { RecentStory, Voice } from '../../model/story.ts';
import type { Taste } from './taste.ts';
import { matcherOf } from './word-mute.ts';

/** FEED-14: decides what one reader gets to see of a story; what is muted or blocked is never shown, not even among the coverage. */
export function visibilityFor(taste: Taste, now: number): (recent: RecentStory) => VisibleStory | null {
  const says = matcherOf(taste.mutedWords, now);
  const { muted, blockedSources, hidesPaywalled } = taste;
  const isKept = (voice: Voice) => !blockedSources.has(voice.sourceId) && !muted.sources.has(voice.sourceId);
  const mutesSources = blockedSources.size > 0 || muted.sources.size > 0;
  return recent => {
    if (isAboutMuted(recent, taste)) return null;
    if (says?.(`${recent.story.headline}\n${recent.story.lead}`)) return null;
    const kept = mutesSources ? recent.voices.filter(isKept) : recent.voices;
    if (kept.length === 0 && recent.voices.length > 0) return null;
    const voices = says ? kept.filter(({ title }) => !says(title)) : kept;
    const readable = hidesPaywalled ? voices.filter(({ isFree }) => isFree !== false) : voices;
    if (readable.length === 0 && recent.voices.length > 0) return null;
    return { recent, ...inFront(recent, readable, taste) };
  };
}

/** Whether one reader gets to see anything of a story: the same rule, for the many that are weighed and not shown. */
export function isVisibleTo(taste: Taste, now: number): (recent: RecentStory) => boolean {
  const { muted, blockedSources, mutedWords, hidesPaywalled } = taste;
  const mutesSubjects = muted.topics.size + muted.entities.size + muted.sources.size > 0;
  if (!mutesSubjects && blockedSources.size === 0 && mutedWords.length === 0 && !hidesPaywalled)
    return () => true;
  const see = visibilityFor(taste, now);
  return recent => see(recent) !== null;
}

function isAboutMuted({ story, topics }: RecentStory, { muted }: Taste): boolean {
  if (muted.entities.size > 0 && story.entities.some(key => muted.entities.has(key))) return true;
  if (muted.topics.size === 0) return false;
  return topics.some(({ place, weight }) => weight >= GOOD_PART && muted.topics.has(place));
}

/** FEED-1: a source that the reader prefers, else whose headline the story has, else the most credible. */
function inFront(
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

const GOOD_PART = 0.3;

export interface VisibleStory {
  readonly recent: RecentStory;
  /** Null where all of its articles are unknown here. */
  readonly front: Voice | null;
  readonly others: readonly Voice[];
}
