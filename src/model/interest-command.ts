import { anyOf, type Guard, isNumber, isString, nullable, oneOf, shape } from '../lib/guards.ts';

/** The subject of an interest. A topic is identified by its dimension in the topic vector. */
export type InterestSubject =
  | { readonly on: 'topic'; readonly id: number }
  | { readonly on: 'entity' | 'source'; readonly id: string };

/** INT-3: a reader edits their interests. */
export type InterestCommand =
  /** `level` runs from -1 (never) to 1 (everything); null removes the setting. */
  | { readonly kind: 'set'; readonly subject: InterestSubject; readonly level: number | null }
  | { readonly kind: 'mute' | 'unmute'; readonly subject: InterestSubject }
  | { readonly kind: 'pause' | 'resume' }
  /** Forgets what was learned; `everything` also removes settings and mutes. */
  | { readonly kind: 'reset'; readonly what: 'learned' | 'everything' };

const isSubject: Guard<InterestSubject> = anyOf(
  shape({ on: oneOf('topic'), id: isNumber }),
  shape({ on: oneOf('entity', 'source'), id: isString }),
);

export const isInterestCommand: Guard<InterestCommand> = anyOf(
  shape({ kind: oneOf('set'), subject: isSubject, level: nullable(isNumber) }),
  shape({ kind: oneOf('mute', 'unmute'), subject: isSubject }),
  shape({ kind: oneOf('pause', 'resume') }),
  shape({ kind: oneOf('reset'), what: oneOf('learned', 'everything') }),
);
