import type { SignalEvent } from '../../src/signals/rules/event.ts';
import type { Draw } from '../draw.ts';
import type { Click } from './clicks.ts';
import { type Person, visitorIdOf } from './people.ts';
import type { Sent } from './types.ts';

/** The events of one click: heartbeats, possibly a read and a share, and rarely a second tab from a double click. */
export function visitEvents(person: Person, click: Click, seed: number, draw: Draw, name: string): Sent[] {
  const isOwn = draw.chance(OWN);
  const base = baseOf(person, click, seed, isOwn);
  const about = { reader: person.index, isOwn };
  const seconds = attention(draw);
  const sent = heartbeats(base, seconds, name, draw).map(event => ({ ...about, event, thing: name }));
  if (draw.chance(DOUBLE)) {
    const second = heartbeats({ ...base, at: base.at + 300 }, seconds, `${name}-again`, draw);
    sent.push(...second.map(event => ({ ...about, event, thing: `${name}-again` })));
  }
  if (seconds >= 10 && base.userId !== null) {
    // A session counts one read per article, even when it is opened again.
    const id = `read-${base.userId}-${base.articleId}-${Math.floor(click.at / SESSION)}`;
    sent.push({
      ...about,
      thing: id,
      event: { ...base, id, kind: 'read', at: arrival(base.at + 10_000, draw) },
    });
  }
  if (seconds >= 10 && draw.chance(SHARED))
    sent.push(
      ...share(base, seconds, name, draw).map(event => ({ ...about, event, thing: `share-${name}` })),
    );
  return sent.flatMap(one => withRetry(one, draw));
}

function baseOf(person: Person, { at, article }: Click, seed: number, isOwn: boolean): SignalEvent {
  const userId = isOwn ? article.authorId : person.userId;
  return {
    id: '',
    kind: 'view',
    at,
    articleId: article.id,
    visitorId: userId ?? visitorIdOf(seed, person, at),
    userId,
    authorIds: [article.authorId],
    visitId: '',
    attentionSeconds: 0,
    address: person.address,
    userAgent: person.userAgent,
  };
}

/** One in four leaves within ten seconds; the others stay for about a minute. */
function attention(draw: Draw): number {
  return draw.chance(0.25) ? draw.integer(0, 9) : Math.round(10 + Math.min(1200, draw.exponential(60)));
}

/** At increasing intervals, with a last one on leaving; each contains the total attention. */
function heartbeats(base: SignalEvent, seconds: number, visitId: string, draw: Draw): SignalEvent[] {
  const beats = [...BEATS.filter(beat => beat < seconds), seconds];
  return beats.map(beat => ({
    ...base,
    id: `${visitId}-${beat}`,
    visitId,
    attentionSeconds: beat,
    at: arrival(base.at + beat * 1000, draw),
  }));
}

/** A double tap sends two, with different ids. */
function share(base: SignalEvent, seconds: number, name: string, draw: Draw): SignalEvent[] {
  const at = base.at + draw.integer(10, seconds) * 1000;
  const once: SignalEvent = { ...base, id: `share-${name}`, kind: 'share', at: arrival(at, draw) };
  return draw.chance(DOUBLE_SHARE) ? [once, { ...once, id: `${once.id}-again`, at: once.at + 250 }] : [once];
}

function withRetry(sent: Sent, draw: Draw): Sent[] {
  if (!draw.chance(RETRIED)) return [sent];
  return [sent, { ...sent, event: { ...sent.event, at: sent.event.at + 1000 + draw.exponential(8000) } }];
}

/** Mostly immediate; later events overtake a few. */
function arrival(at: number, draw: Draw): number {
  return at + draw.exponential(150) + (draw.chance(OVERTAKEN) ? draw.exponential(15_000) : 0);
}

const BEATS = [5, 10, 20, 40, 80, 160, 320, 640];
const SESSION = 30 * 60_000;
const OWN = 0.002;
const DOUBLE = 0.02;
const SHARED = 0.04;
const DOUBLE_SHARE = 0.05;
const RETRIED = 0.02;
const OVERTAKEN = 0.03;
