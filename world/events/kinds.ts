import type { Draw } from '../draw.ts';
import { GRAMMARS } from '../grammar/index.ts';
import { type Language, TOPICS, type Topic } from '../types.ts';
import type { EventKind } from './kind.ts';
import { PUBLIC_KINDS } from './kinds-public.ts';
import { TRADE_KINDS } from './kinds-trade.ts';

export const KINDS: readonly EventKind[] = [...PUBLIC_KINDS, ...TRADE_KINDS];

/** Kinds of urgent news. */
export const URGENT_KINDS = KINDS.filter(({ breaks }) => breaks);

const BY_TOPIC = new Map(TOPICS.map(topic => [topic, KINDS.filter(kind => kind.topic === topic)]));

export function drawKind(draw: Draw, topic: Topic): EventKind {
  return draw.weighted(BY_TOPIC.get(topic) ?? []);
}

export function canReport(kind: EventKind, language: Language): boolean {
  return GRAMMARS[language].kinds[kind.name] !== undefined;
}

export const TOPIC_WEIGHTS: readonly { topic: Topic; weight: number }[] = [
  { topic: 'world', weight: 12 },
  { topic: 'nation', weight: 12 },
  { topic: 'politics', weight: 14 },
  { topic: 'business', weight: 12 },
  { topic: 'technology', weight: 9 },
  { topic: 'science', weight: 6 },
  { topic: 'health', weight: 7 },
  { topic: 'sports', weight: 14 },
  { topic: 'entertainment', weight: 8 },
  { topic: 'climate', weight: 8 },
  { topic: 'education', weight: 6 },
  { topic: 'lifestyle', weight: 5 },
];
