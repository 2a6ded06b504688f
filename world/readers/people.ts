import { type Draw, drawFor, hashOf } from '../draw.ts';
import { TOPICS, type Topic } from '../types.ts';
import { awake, ZONES } from './rhythm.ts';

/** A simulated reader, the same for each call. */
export function personAt(seed: number, index: number): Person {
  const draw = drawFor(seed, 'reader', index);
  const loved = draw.several(TOPICS, draw.integer(2, 4));
  return {
    index,
    offset: draw.weighted(ZONES).offset,
    tastes: new Map(TOPICS.map(topic => [topic, loved.includes(topic) ? 1 : INDIFFERENCE])),
    userId: draw.chance(0.4) ? `user-${index}` : null,
    address: draw.chance(0.5)
      ? homeAddress(index)
      : `2001:db8:${(index >>> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
    userAgent: draw.pick(AGENTS),
  };
}

/** Draws the reader of a click, by activity, local time and interest in the topic. */
export function drawReader({ readers, person, draw, at, topic }: Choosing): Person {
  for (let attempt = 1; ; attempt++) {
    const candidate = person(Math.floor(readers * draw.fraction() ** 2));
    const probability = (candidate.tastes.get(topic) ?? 0) * awake(at, candidate.offset);
    if (attempt >= MAX_ATTEMPTS || draw.fraction() < probability) return candidate;
  }
}

/** EVT-2: anonymous readers get a new id every day. */
export function visitorIdOf(seed: number, { userId, index }: Person, at: number): string {
  return userId ?? `visitor-${hashOf(seed, ['visitor', index, Math.floor(at / DAY)]).toString(16)}-${index}`;
}

function homeAddress(index: number): string {
  return `10.${(index >>> 16) & 255}.${(index >>> 8) & 255}.${index & 255}`;
}

const DAY = 86_400_000;
/** At night few readers are awake, but every click needs a reader. */
const MAX_ATTEMPTS = 60;
/** The probability of reading a topic without interest, relative to a favourite one. */
const INDIFFERENCE = 0.12;
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) Made-up/1.0',
  'Mozilla/5.0 (Macintosh) Made-up/1.1',
  'Mozilla/5.0 (Windows NT 10.0) Made-up/1.2',
  'Mozilla/5.0 (iPhone) Made-up/2.0',
];

export interface Person {
  readonly index: number;
  /** Hours ahead of UTC. */
  readonly offset: number;
  readonly tastes: ReadonlyMap<Topic, number>;
  /** Null for readers without an account. */
  readonly userId: string | null;
  readonly address: string;
  readonly userAgent: string;
}

interface Choosing {
  readonly readers: number;
  readonly person: (index: number) => Person;
  readonly draw: Draw;
  readonly at: number;
  readonly topic: Topic;
}
