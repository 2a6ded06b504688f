import { type Draw, drawFor } from '../draw.ts';
import type { Facts } from '../grammar/template.ts';
import type { Language } from '../types.ts';
import { coinName } from '../vocabulary/coined.ts';
import { COUNTRIES, type Country } from '../vocabulary/countries.ts';
import { personName } from '../vocabulary/people.ts';
import type { PlannedEvent, Stage } from './event.ts';

/** The known facts of an event at a stage: the same for all publishers. */
export function factsOf(seed: number, event: PlannedEvent, stage: Stage): Facts {
  let stages = drawn.get(event);
  if (!stages) {
    stages = new Map();
    drawn.set(event, stages);
  }
  let facts = stages.get(stage);
  if (!facts) {
    facts = drawFacts(seed, event, stage);
    stages.set(stage, facts);
  }
  return facts;
}

/** Facts are released together with their event. */
const drawn = new WeakMap<PlannedEvent, Map<Stage, Facts>>();

function drawFacts(seed: number, event: PlannedEvent, stage: Stage): Facts {
  const draw = drawFor(seed, 'facts', event.id);
  const { country, city } = event;
  const person = () => personName(draw, country.language);
  const facts = event.kind.facts({
    draw,
    country,
    city,
    day: Math.floor(event.at / 86_400_000),
    person,
    otherCountry: () => draw.pick(COUNTRIES.filter(other => other !== country)),
    otherCity: () => draw.pick(country.cities.filter(other => other !== city)),
  });
  return {
    ...placeFacts(seed, country, city),
    ...particularFacts(drawFor(seed, 'particulars', event.id), country.language),
    official: person(),
    witness: person(),
    expert: person(),
    ...grown(facts, event, stage),
  };
}

/** People and places that appear only in this event or column. */
export function particularFacts(draw: Draw, language: Language): Facts {
  const name = () => coinName(draw, language);
  const person = () => personName(draw, language);
  return {
    nearby: name(),
    quarter: name(),
    crossing: name(),
    guild: name(),
    hamlet: name(),
    lane: name(),
    millpond: name(),
    club: name(),
    clerk: person(),
    elder: person(),
    neighbour: person(),
    student: person(),
    nurse: person(),
    driver: person(),
  };
}

/** The leader of a country never changes. */
export function placeFacts(seed: number, country: Country, city: string): Facts {
  return {
    city,
    country: country.name,
    adjective: country.adjective,
    capital: country.cities[0] ?? city,
    leader: personName(drawFor(seed, 'leader', country.name.en), country.language),
    university: `University of ${city}`,
  };
}

function grown(facts: Facts, { kind }: PlannedEvent, stage: Stage): Facts {
  if (stage === 0 || !kind.grows) return facts;
  const changed: Record<string, number> = {};
  for (const [name, factor] of Object.entries(kind.grows)) {
    const before = facts[name];
    if (typeof before === 'number')
      changed[name] = Math.round(before * (stage === 1 ? 1 + (factor - 1) * 0.6 : factor));
  }
  return { ...facts, ...changed };
}

/** The error of an early report: a slightly wrong figure. */
export function mistakenFact(seed: number, event: PlannedEvent, facts: Facts): Mistake | null {
  const figures = Object.entries(facts).flatMap(([name, value]) =>
    typeof value === 'number' && value >= 5 ? [{ name, right: value }] : [],
  );
  if (figures.length === 0) return null;
  const draw = drawFor(seed, 'mistake', event.id);
  const { name, right } = draw.pick(figures);
  return { name, right, wrong: right + draw.integer(1, 4) };
}

export interface Mistake {
  readonly name: string;
  readonly right: number;
  readonly wrong: number;
}
