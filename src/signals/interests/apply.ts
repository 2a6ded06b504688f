import type { InterestSubject } from '../../model/interest-command.ts';
import type { InterestEvent } from './event.ts';
import { type Interests, noInterests, WISHES_KEPT } from './interests.ts';
import { learn } from './learn.ts';
import { keyOf } from './subject.ts';

/**
 * INT-2: the interests after an event. An event that is in already changes nothing, so an event that is handed over
 * twice, before and after a crash, takes effect once; and all events from nothing give the same again.
 */
export function apply(interests: Interests, event: InterestEvent): Interests {
  if (event.offset <= interests.offset) return interests;
  return { ...afterwards(interests, event), offset: event.offset };
}

function afterwards(interests: Interests, event: InterestEvent): Interests {
  switch (event.kind) {
    case 'set':
      return { ...interests, set: withLevel(interests.set, keyOf(event.subject), event.level) };
    case 'mute':
      return { ...interests, muted: withMember(interests.muted, event.subject) };
    case 'unmute':
      return { ...interests, muted: interests.muted.difference(new Set([keyOf(event.subject)])) };
    case 'pause':
    case 'resume':
      return { ...interests, isPaused: event.kind === 'pause' };
    case 'reset':
      return event.what === 'everything' ? noInterests() : unlearned(interests);
    default: {
      const learned = interests.isPaused ? interests : learn(interests, event, event.at);
      if (event.kind !== 'hide') return learned;
      // Hiding a source is a wish as well, and wishes hold while learning is paused.
      return { ...learned, muted: withMember(learned.muted, { on: 'source', id: event.article.sourceId }) };
    }
  }
}

function withLevel(set: ReadonlyMap<string, number>, key: string, level: number | null): Map<string, number> {
  const changed = new Map(set);
  changed.delete(key);
  if (level !== null && !Number.isNaN(level) && changed.size < WISHES_KEPT)
    changed.set(key, Math.fround(Math.min(1, Math.max(-1, level))));
  return changed;
}

function withMember(muted: ReadonlySet<string>, subject: InterestSubject): ReadonlySet<string> {
  return muted.size < WISHES_KEPT ? new Set(muted).add(keyOf(subject)) : muted;
}

function unlearned({ set, muted, isPaused }: Interests): Interests {
  return { ...noInterests(), set, muted, isPaused };
}
