import type { InterestSubject } from '../../model/interest-command.ts';
import type { ReaderInterests } from './interests.ts';
import { parseSubjectKey, subjectKey } from './subject-key.ts';
import { levelOf } from './taste.ts';

/** INT-3: the list the reader sees and edits: first what they set themselves, then the strongest of what was learned. */
export function listInterests(interests: ReaderInterests): ListedInterest[] {
  const subjects = new Map<string, InterestSubject>();
  const note = (subject: InterestSubject | null) => subject && subjects.set(subjectKey(subject), subject);
  for (const key of [...interests.set.keys(), ...interests.muted]) note(parseSubjectKey(key));
  for (const [id, level] of interests.topics.entries()) if (level !== 0) note({ on: 'topic', id });
  for (const id of interests.entities.keys()) note({ on: 'entity', id });
  for (const id of interests.sources.keys()) note({ on: 'source', id });
  return [...subjects].map(([key, subject]) => describe(interests, key, subject)).sort(byHandFirst);
}

function describe(interests: ReaderInterests, key: string, subject: InterestSubject): ListedInterest {
  return {
    subject,
    level: levelOf(interests, subject),
    isSetByHand: interests.set.has(key),
    isMuted: interests.muted.has(key),
  };
}

function byHandFirst(a: ListedInterest, b: ListedInterest): number {
  return (
    Number(b.isSetByHand) - Number(a.isSetByHand) ||
    Math.abs(b.level) - Math.abs(a.level) ||
    (subjectKey(a.subject) < subjectKey(b.subject) ? -1 : 1)
  );
}

export interface ListedInterest {
  readonly subject: InterestSubject;
  readonly level: number;
  readonly isSetByHand: boolean;
  readonly isMuted: boolean;
}
