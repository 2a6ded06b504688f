import type { Draw } from '../draw.ts';
import type { InterestDraw } from '../publishers/interest-draw.ts';
import type { Traits } from '../publishers/traits.ts';
import type { Language, Style } from '../types.ts';
import { COUNTRIES, type Country } from '../vocabulary/countries.ts';
import { assignTimes, type Draft } from './drafts.ts';
import type { Coverage, Stage } from './event.ts';
import type { EventKind } from './kind.ts';
import { canReport } from './kinds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** No article is written later than this after its event. */
export const MAX_COVERAGE_MS = 44 * HOUR;

/**
 * Plans the articles about an event: their publishers, kinds and times.
 *
 *   wire agencies      first, within minutes; one per language when the event is large enough
 *   first reports      `size` publishers, drawn by interest; foreign ones mostly when it is large;
 *                      some copy the wire text in their language, the others write their own
 *   updates            some hours later, by some of those who wrote about it
 *   follow-ups         on the day after
 *   round-up           one publisher summarises a large event in many articles within minutes
 *
 * Urgent events come as a burst, all others are spread out (drafts.ts): the larger an ordinary event, the more
 * publishers only copy the wire text.
 */
export function planCoverage(plan: CoveragePlan): Coverage[] {
  const drafts: Draft[] = [];
  const reporters = drawReporters(plan);
  const wires = coverByWire(plan, drafts, reporters);
  for (const reporter of reporters) report(plan, drafts, wires.get(reporter.language), reporter);
  if (reporters.length >= 4) {
    followAll(plan, drafts, [...wires.values()], reporters, 1);
    if (reporters.length >= 9) followAll(plan, drafts, [...wires.values()], reporters, 2);
  }
  if (reporters.length >= ROUNDED_UP) roundUp(plan, drafts, reporters);
  return assignTimes(drafts, plan, plan.at + MAX_COVERAGE_MS);
}

function drawReporters({ draw, size, country, kind, newsrooms, isUrgent }: CoveragePlan): Traits[] {
  const reach = isUrgent ? 1 : Math.min(0.85, Math.max(0.12, size / 40));
  const taken = new Map<number, Traits>();
  for (let attempt = 0; attempt < size * 8 && taken.size < size; attempt++) {
    const newsroom = newsrooms.draw(kind.topic, draw);
    const isNear = COUNTRIES[newsroom.country] === country;
    if (!isNear && !draw.chance(newsroom.style === 'local' ? reach / 2 : reach)) continue;
    if (canReport(kind, newsroom.language)) taken.set(newsroom.index, newsroom);
  }
  return [...taken.values()];
}

/** Events with many articles always have a wire text. */
function coverByWire(
  { draw, size, at, kind, isUrgent, agencies, needed }: CoveragePlan,
  drafts: Draft[],
  reporters: readonly Traits[],
): Map<Language, Draft> {
  const wires = new Map<Language, Draft>();
  if (size < 4) return wires;
  for (const agency of agencies) {
    const { language } = agency;
    // Where two publishers make breaking news, a wire text that is still being copied must not be one of them.
    if (wires.has(language) || !canReport(kind, language) || (needed.get(language) ?? 2) <= 2) continue;
    const isWanted = reporters.filter(reporter => reporter.language === language).length >= 6;
    if (!isWanted && !draw.chance(language === 'en' ? 0.7 : 0.25)) continue;
    const delay = MINUTE + capped(draw.exponential(isUrgent ? 3 * MINUTE : 20 * MINUTE), HOUR);
    const wire: Draft = { by: agency, at: at + delay, stage: 0, original: null, correctedAfter: null };
    wires.set(language, wire);
    drafts.push(wire);
  }
  return wires;
}

function report(plan: CoveragePlan, drafts: Draft[], wire: Draft | undefined, by: Traits): void {
  const { draw, isUrgent } = plan;
  if (wire && draw.chance(copying(plan, by.style))) {
    const delay = MINUTE + capped(draw.exponential(isUrgent ? 9 * MINUTE : 35 * MINUTE), COPIED_WITHIN);
    drafts.push({ by, at: delay, stage: 0, original: wire, correctedAfter: null });
    return;
  }
  const delay = isUrgent
    ? 3 * MINUTE + capped(draw.exponential(14 * MINUTE), 2 * HOUR)
    : 10 * MINUTE + capped(draw.exponential(150 * MINUTE), 11 * HOUR);
  const correctedAfter = draw.chance(0.02)
    ? 30 * MINUTE + capped(draw.exponential(2 * HOUR), 8 * HOUR)
    : null;
  drafts.push({ by, at: plan.at + delay, stage: 0, original: null, correctedAfter });
}

function followAll(
  plan: CoveragePlan,
  drafts: Draft[],
  wires: readonly Draft[],
  reporters: readonly Traits[],
  stage: Stage,
): void {
  const { draw } = plan;
  const begins = plan.at + (stage === 1 ? 3 + 4 * draw.fraction() : 17 + 10 * draw.fraction()) * HOUR;
  const updated = new Map<Language, Draft>();
  for (const { by } of wires) {
    const at = begins + capped(draw.exponential(10 * MINUTE), HOUR);
    const update: Draft = { by, at, stage, original: null, correctedAfter: null };
    updated.set(by.language, update);
    drafts.push(update);
  }
  for (const by of reporters) {
    if (!draw.chance(stage === 1 ? 0.42 : 0.3)) continue;
    const wire = updated.get(by.language);
    const original = wire && draw.chance(copying(plan, by.style) / 2) ? wire : null;
    const at = original
      ? MINUTE + capped(draw.exponential(35 * MINUTE), COPIED_WITHIN)
      : begins + 2 * MINUTE + capped(draw.exponential(90 * MINUTE), 14 * HOUR);
    drafts.push({ by, at, stage, original, correctedAfter: null });
  }
}

/** One independent source, however many articles it writes. */
function roundUp({ draw, at }: CoveragePlan, drafts: Draft[], reporters: readonly Traits[]): void {
  if (!draw.chance(0.25)) return;
  const by = draw.pick(reporters);
  const begins = at + (5 + 6 * draw.fraction()) * HOUR;
  for (let piece = draw.integer(6, 12); piece > 0; piece--)
    drafts.push({
      by,
      at: begins + draw.fraction() * 10 * MINUTE,
      stage: 1,
      original: null,
      correctedAfter: null,
    });
}

/** The share of wire copies; most articles about a large event that is not urgent are copies. */
function copying({ size, isUrgent }: CoveragePlan, style: Style): number {
  return isUrgent ? COPIES[style] : 1 - (1 - COPIES[style]) * Math.min(1, OWN_REPORTS / size);
}

function capped(value: number, max: number): number {
  return value > max ? value % max : value;
}

/** The approximate number of original texts about an event that is not urgent. */
const OWN_REPORTS = 14;

/** The minimum number of publishers for a round-up. */
const ROUNDED_UP = 25;

/** Wire texts are only copied on the same day. */
export const COPIED_WITHIN = 100 * MINUTE;

/** The share of wire copies by style. */
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
  /** Whether it is urgent news. */
  readonly isUrgent: boolean;
  readonly newsrooms: InterestDraw;
  readonly agencies: readonly Traits[];
  /** The number of publishers that make breaking news in a language. */
  readonly needed: ReadonlyMap<Language, number>;
}
