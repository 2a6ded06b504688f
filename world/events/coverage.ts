import type { Draw } from '../draw.ts';
import type { Newsrooms } from '../publishers/newsrooms.ts';
import type { Traits } from '../publishers/traits.ts';
import type { Language, Style } from '../types.ts';
import { COUNTRIES, type Country } from '../vocabulary/countries.ts';
import type { Coverage, Stage } from './event.ts';
import type { EventKind } from './kind.ts';
import { canTell } from './kinds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** No article is written later than this after its event. */
export const LONGEST_COVERAGE = 44 * HOUR;

/**
 * Who writes what about an event, and when.
 *
 *   wire agencies      first, within minutes; one per language when the event is large enough
 *   first reports      `size` newsrooms, drawn by interest; foreign ones mostly when it is large;
 *                      some copy the wire text in their language, the others write their own
 *   updates            some hours later, by some of those who wrote about it
 *   follow-ups         on the day after
 */
export function planCoverage(plan: CoveragePlan): Coverage[] {
  const written: Coverage[] = [];
  const wires = coverByWire(plan, written);
  const reporters = drawReporters(plan);
  for (const reporter of reporters) report(plan, written, wires, reporter);
  if (reporters.length >= 4) {
    followAll(plan, written, [...wires.values()], reporters, 1);
    if (reporters.length >= 9) followAll(plan, written, [...wires.values()], reporters, 2);
  }
  return written;
}

function coverByWire(plan: CoveragePlan, written: Coverage[]): Map<Language, Wire> {
  const wires = new Map<Language, Wire>();
  if (plan.size < 4) return wires;
  for (const agency of plan.agencies) {
    const isMissing = !wires.has(agency.language) && canTell(plan.kind, agency.language);
    const chance = agency.language === 'en' || plan.size >= 14 ? 0.7 : 0.25;
    if (!isMissing || !plan.draw.chance(chance)) continue;
    const at =
      plan.at + MINUTE + capped(plan.draw.exponential(plan.isBreaking ? 3 * MINUTE : 20 * MINUTE), HOUR);
    wires.set(agency.language, { agency, coverage: add(written, agency, at, 0, null, null) });
  }
  return wires;
}

function drawReporters({ draw, size, country, kind, newsrooms }: CoveragePlan): Traits[] {
  const reach = Math.min(0.85, Math.max(0.12, size / 40));
  const taken = new Map<number, Traits>();
  for (let attempt = 0; attempt < size * 8 && taken.size < size; attempt++) {
    const newsroom = newsrooms.draw(kind.topic, draw);
    const isNear = COUNTRIES[newsroom.country] === country;
    if (!isNear && !draw.chance(newsroom.style === 'local' ? reach / 2 : reach)) continue;
    if (canTell(kind, newsroom.language)) taken.set(newsroom.index, newsroom);
  }
  return [...taken.values()];
}

function report(plan: CoveragePlan, written: Coverage[], wires: Map<Language, Wire>, reporter: Traits): void {
  const { draw, isBreaking } = plan;
  const wire = wires.get(reporter.language);
  if (wire && draw.chance(COPIES[reporter.style])) {
    const at =
      wire.coverage.at + MINUTE + capped(draw.exponential(isBreaking ? 9 * MINUTE : 70 * MINUTE), 10 * HOUR);
    add(written, reporter, at, 0, wire.coverage.position, null);
    return;
  }
  const delay = isBreaking
    ? 3 * MINUTE + draw.exponential(22 * MINUTE)
    : 10 * MINUTE + draw.exponential(150 * MINUTE);
  const at = plan.at + capped(delay, 11 * HOUR);
  const correctedAt = draw.chance(0.02)
    ? at + 30 * MINUTE + capped(draw.exponential(2 * HOUR), 8 * HOUR)
    : null;
  add(written, reporter, at, 0, null, correctedAt);
}

function followAll(
  plan: CoveragePlan,
  written: Coverage[],
  wires: Wire[],
  reporters: Traits[],
  stage: Stage,
): void {
  const begins =
    plan.at + (stage === 1 ? 2 + 4 * plan.draw.fraction() : 17 + 10 * plan.draw.fraction()) * HOUR;
  const updated = new Map<Language, Coverage>();
  for (const { agency } of wires) {
    const at = begins + capped(plan.draw.exponential(10 * MINUTE), HOUR);
    updated.set(agency.language, add(written, agency, at, stage, null, null));
  }
  for (const reporter of reporters) {
    if (!plan.draw.chance(stage === 1 ? 0.42 : 0.3)) continue;
    const wire = updated.get(reporter.language);
    const delay = capped(plan.draw.exponential(90 * MINUTE), 14 * HOUR);
    const copies = wire && plan.draw.chance(COPIES[reporter.style] / 2);
    if (copies) add(written, reporter, wire.at + MINUTE + delay, stage, wire.position, null);
    else add(written, reporter, begins + 2 * MINUTE + delay, stage, null, null);
  }
}

function add(
  written: Coverage[],
  by: Traits,
  at: number,
  stage: Stage,
  copyOf: number | null,
  correctedAt: number | null,
): Coverage {
  const coverage = {
    position: written.length,
    publisher: by.index,
    at: Math.floor(at / 1000) * 1000,
    stage,
    copyOf,
    correctedAt,
  };
  written.push(coverage);
  return coverage;
}

function capped(value: number, most: number): number {
  return value > most ? value % most : value;
}

/** How often a house prints the wire text instead of writing its own. */
const COPIES: Readonly<Record<Style, number>> = {
  wire: 0,
  broadsheet: 0.14,
  tabloid: 0.12,
  local: 0.5,
  business: 0.28,
};

export interface CoveragePlan {
  readonly draw: Draw;
  readonly at: number;
  readonly size: number;
  readonly kind: EventKind;
  readonly country: Country;
  readonly isBreaking: boolean;
  readonly newsrooms: Newsrooms;
  readonly agencies: readonly Traits[];
}

interface Wire {
  readonly agency: Traits;
  readonly coverage: Coverage;
}
