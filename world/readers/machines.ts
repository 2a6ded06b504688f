import type { SignalEvent } from '../../src/signals/rules/event.ts';
import type { Draw } from '../draw.ts';
import type { Click, ClickSlice } from './clicks.ts';
import { SLICE } from './life.ts';
import type { Sent } from './types.ts';

/** Address ranges of machines that do not hide, for the rule for data centres. */
export const DATA_CENTRES = ['203.0.113.0/24', '198.51.100.0/24', '2001:db8:da7a::/48'];

/** Address ranges of all other machines, without readers. */
export const FARMLAND = '172.16.0.0/12';

/**
 * Events of machines in a slice: crawlers in data centres that claim attention, crawlers on residential addresses with
 * an honest user agent, fast ones without attention, and twice a day a farm that shares one unread article hundreds of
 * times in five minutes.
 */
export function machinesIn({ clicks, endsAt }: ClickSlice, draw: Draw): Sent[] {
  if (clicks.length === 0) return [];
  const visits = Array.from({ length: Math.round(clicks.length * CRAWLERS) }, (_, index) =>
    crawl(draw.pick(clicks), `crawl-${endsAt}-${index}`, draw),
  );
  return draw.chance(FARMS) ? [...visits, ...farm(clicks, endsAt, draw)] : visits;
}

function crawl({ at, article }: Click, name: string, draw: Draw): Sent {
  const disguise = draw.pick(DISGUISES)(draw);
  const event = { ...machineEvent(name, at, article.id), ...disguise };
  return { event, thing: name, reader: null, isOwn: false };
}

function farm(clicks: readonly Click[], endsAt: number, draw: Draw): Sent[] {
  const poorest = clicks.reduce((a, b) => (b.article.clicks < a.article.clicks ? b : a)).article;
  return Array.from({ length: draw.integer(300, 800) }, (_, index) => {
    const id = `farm-${endsAt}-${index}`;
    const event: SignalEvent = {
      ...machineEvent(id, endsAt - draw.fraction() * SLICE, poorest.id),
      kind: 'share',
      address: `172.${draw.integer(16, 31)}.${draw.integer(0, 255)}.${draw.integer(1, 254)}`,
    };
    return { event, thing: id, reader: null, isOwn: false };
  });
}

function machineEvent(name: string, at: number, articleId: string): SignalEvent {
  return {
    id: name,
    kind: 'view',
    at,
    articleId,
    visitorId: name,
    userId: null,
    authorIds: [],
    visitId: name,
    attentionSeconds: 30,
    address: '',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Made-up/1.0',
  };
}

const DISGUISES: readonly ((draw: Draw) => Partial<SignalEvent>)[] = [
  draw => ({ address: `203.0.113.${draw.integer(1, 254)}` }),
  draw => ({ address: `2001:db8:da7a::${draw.integer(1, 9999)}` }),
  draw => ({ address: `172.16.0.${draw.integer(1, 254)}`, userAgent: 'CuriousBot/3.1 (made up)' }),
  draw => ({ address: `172.16.1.${draw.integer(1, 254)}`, attentionSeconds: 0 }),
];
/** Per click of a person. */
const CRAWLERS = 0.1;
/** Per slice of five minutes: twice a day. */
const FARMS = 2 / 288;
