import { drawFor } from '../draw.ts';
import { type Fault, type Language, type Style, TOPICS, type Topic } from '../types.ts';
import { COUNTRIES } from '../vocabulary/countries.ts';
import { AGENCIES } from '../vocabulary/mastheads.ts';

/**
 * The few properties of a publisher that coverage planning needs. They are drawn for all publishers at once (20,000
 * take some 30 ms); names and other properties are derived on demand.
 */
export function drawTraits(seed: number, count: number): Traits[] {
  const ranks = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const drawn = drawOne(seed, index, count);
    const group = `${drawn.language} ${drawn.topic ?? drawn.style}`;
    const rank = ranks.get(group) ?? 0;
    ranks.set(group, rank + 1);
    return { ...drawn, index, rank, fault: faultOf(index), isNightly: index % 300 === NIGHTLY };
  });
}

function drawOne(
  seed: number,
  index: number,
  count: number,
): Omit<Traits, 'index' | 'rank' | 'fault' | 'isNightly'> {
  const draw = drawFor(seed, 'publisher', index);
  const agency = index < count / PUBLISHERS_PER_AGENCY ? AGENCIES[index] : undefined;
  if (agency) {
    return {
      language: agency.language,
      country: countryOf(agency.language, 0),
      style: 'wire',
      topic: null,
      size: 4,
    };
  }
  const { language } = draw.weighted(LANGUAGE_SHARES);
  const { style } = draw.weighted(STYLE_SHARES);
  const topic = style === 'local' ? null : topicOf(style, draw.weighted(TOPIC_SHARES).topic, draw.fraction());
  const size = Math.min(4, 0.3 * draw.pareto(1.1));
  return { language, country: countryOf(language, draw.fraction()), style, topic, size };
}

function topicOf(style: Style, drawn: Topic, fraction: number): Topic | null {
  if (style === 'business') return fraction < 0.7 ? 'business' : null;
  return fraction < 0.5 ? drawn : null;
}

function countryOf(language: Language, fraction: number): number {
  const own = COUNTRIES.flatMap((country, index) => (country.language === language ? [index] : []));
  return own[Math.floor(fraction * own.length)] ?? 0;
}

/** One in 24 is broken on purpose, with faults assigned by position, so that every world has all of them. */
function faultOf(index: number): Fault | null {
  return index % 24 === 19 ? (FAULTS[Math.floor(index / 24) % FAULTS.length] ?? null) : null;
}

/** A small world has few agencies. */
const PUBLISHERS_PER_AGENCY = 10;

/** One in three hundred publishes its whole day at two in the night. */
const NIGHTLY = 60;

const FAULTS: readonly Fault[] = [
  'malformed',
  'moved',
  'wrong-encoding',
  'slow',
  'empty',
  'sometimes-missing',
  'truncated',
  'gone',
];

const LANGUAGE_SHARES: readonly { language: Language; weight: number }[] = [
  { language: 'en', weight: 66 },
  { language: 'de', weight: 11 },
  { language: 'fr', weight: 9 },
  { language: 'es', weight: 9 },
  { language: 'ru', weight: 5 },
];

const STYLE_SHARES: readonly { style: Style; weight: number }[] = [
  { style: 'broadsheet', weight: 36 },
  { style: 'local', weight: 32 },
  { style: 'tabloid', weight: 18 },
  { style: 'business', weight: 14 },
];

const SPECIALISED: Readonly<Partial<Record<Topic, number>>> = {
  sports: 5,
  technology: 4,
  science: 3,
  politics: 3,
  entertainment: 3,
  lifestyle: 3,
  health: 2,
  climate: 2,
  world: 2,
};
const TOPIC_SHARES = TOPICS.map(topic => ({ topic, weight: SPECIALISED[topic] ?? 1 }));

export interface Traits {
  readonly index: number;
  readonly language: Language;
  /** Index into COUNTRIES. */
  readonly country: number;
  readonly style: Style;
  readonly topic: Topic | null;
  readonly size: number;
  /** The number of earlier publishers of its group, from which unique names derive. */
  readonly rank: number;
  readonly fault: Fault | null;
  /** Whether it publishes everything at two in the night. */
  readonly isNightly: boolean;
}
