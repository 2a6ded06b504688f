import type { InterestSubject } from '../../model/interest-command.ts';
import type { InterestEvent } from './event.ts';
import { MAX_SETTINGS, noInterests, type ReaderInterests } from './interests.ts';
import { learnFromSignal, unlearnSignal } from './learn-from-signal.ts';
import { subjectKey } from './subject-key.ts';

/**
 * INT-2: the interests after an event. An event that was applied before changes nothing, so that a redelivery after a
 * crash takes effect once, and a full replay gives the same interests.
 */
export function applyEvent(interests: ReaderInterests, event: InterestEvent): ReaderInterests {
  if (event.offset <= interests.offset) return interests;
  return { ...afterwards(interests, event), offset: event.offset };
}

function afterwards(interests: ReaderInterests, event: InterestEvent): ReaderInterests {
  switch (event.kind) {
    case 'set':
      return { ...interests, set: withLevel(interests.set, subjectKey(event.subject), event.level) };
    case 'mute':
      return { ...interests, muted: withMember(interests.muted, event.subject) };
    case 'unmute':
      return { ...interests, muted: interests.muted.difference(new Set([subjectKey(event.subject)])) };
    case 'pause':
    case 'resume':
      return { ...interests, isPaused: event.kind === 'pause' };
    case 'reset':
      return event.what === 'everything' ? noInterests() : unlearned(interests);
    default: {
      const learn = event.isUndo ? unlearnSignal : learnFromSignal;
      const learned = interests.isPaused ? interests : learn(interests, event, event.at);
      if (event.kind !== 'hide-source') return learned;
      // Hiding a source also mutes the source, and mutes take effect while learning is paused.
      return { ...learned, muted: withMember(learned.muted, { on: 'source', id: event.article.sourceId }) };
    }
  }
}

function withLevel(set: ReadonlyMap<string, number>, key: string, level: number | null): Map<string, number> {
  const changed = new Map(set);
  changed.delete(key);
  if (level !== null && !Number.isNaN(level) && changed.size < MAX_SETTINGS)
    changed.set(key, Math.fround(Math.min(1, Math.max(-1, level))));
  return changed;
}

function withMember(muted: ReadonlySet<string>, subject: InterestSubject): ReadonlySet<string> {
  return muted.size < MAX_SETTINGS ? new Set(muted).add(subjectKey(subject)) : muted;
}

function unlearned({ set, muted, isPaused }: ReaderInterests): ReaderInterests {
  return { ...noInterests(), set, muted, isPaused };
}
