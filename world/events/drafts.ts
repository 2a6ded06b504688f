import type { Draw } from '../draw.ts';
import type { Traits } from '../publishers/traits.ts';
import type { Language } from '../types.ts';
import type { Coverage, Stage } from './event.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than the maximum distance of articles from the same half hour that are detected late. */
const QUIET = 100 * MINUTE;

/**
 * Assigns a time to every draft. In a language with enough publishers for an urgent event, the first of them write
 * within a quarter of an hour. All other texts keep a distance: within 100 minutes there are fewer original texts than
 * breaking news needs, minus one more for a wire text that is still being copied. So no event is nearly breaking, and
 * detecting an article a little later makes no difference.
 */
export function assignTimes(drafts: readonly Draft[], plan: Pacing, until: number): Coverage[] {
  const own = drafts.filter(({ original }) => original === null);
  const times = new Map<Draft, number>();
  for (const [language, texts] of Map.groupBy(own, ({ by }) => by.language)) {
    const needed = plan.needed.get(language) ?? 2;
    const first = texts.filter(({ stage, by }) => stage === 0 && !by.isNightly);
    const isBurst = plan.isUrgent && first.length >= needed + Math.ceil(needed / 2);
    if (isBurst) burst(first, plan, needed + 1, times);
    keepDistance(
      texts.filter(text => !times.has(text)),
      Math.max(1, needed - 2),
      times,
    );
  }
  for (const draft of drafts)
    if (draft.original) times.set(draft, (times.get(draft.original) ?? 0) + draft.at);
  return numbered(
    drafts.filter(draft => (times.get(draft) ?? 0) <= until),
    times,
  );
}

function burst(
  texts: readonly Draft[],
  { at, draw }: Pacing,
  quick: number,
  times: Map<Draft, number>,
): void {
  for (const [index, text] of texts.entries())
    times.set(text, index < quick ? at + (2 + 12 * draw.fraction()) * MINUTE : text.at);
}

/** In the planned order, each at least `QUIET` after the one `max` positions before it. */
function keepDistance(texts: readonly Draft[], max: number, times: Map<Draft, number>): void {
  const planned = new Map(texts.map(text => [text, text.by.isNightly ? nextNight(text.at) : text.at]));
  const ordered = texts.toSorted((a, b) => (planned.get(a) ?? 0) - (planned.get(b) ?? 0));
  const originals: { readonly by: Traits; readonly at: number }[] = [];
  for (const text of ordered) {
    const at = planned.get(text) ?? text.at;
    const last = originals.at(-1);
    // Further articles of the same publisher come with its first.
    if (last && last.by === text.by && at - last.at < 15 * MINUTE) {
      times.set(text, Math.max(at, last.at));
      continue;
    }
    const before = originals.at(-max);
    const settled = Math.max(at, (before?.at ?? 0) + QUIET, last?.at ?? 0);
    originals.push({ by: text.by, at: settled });
    times.set(text, settled);
  }
}

/** Some publishers publish their whole day at two in the night. */
export function nextNight(at: number): number {
  return (Math.floor((at - 2 * HOUR) / DAY) + 1) * DAY + 2 * HOUR + (at % (3 * MINUTE));
}

function numbered(drafts: readonly Draft[], times: ReadonlyMap<Draft, number>): Coverage[] {
  const settled = new Set(drafts);
  const kept = drafts.filter(({ original }) => original === null || settled.has(original));
  const positions = new Map(kept.map((draft, position) => [draft, position]));
  return kept.map((draft, position) => {
    const at = Math.floor((times.get(draft) ?? draft.at) / 1000) * 1000;
    return {
      position,
      publisher: draft.by.index,
      language: draft.by.language,
      at,
      stage: draft.stage,
      copyOf: draft.original ? (positions.get(draft.original) ?? null) : null,
      correctedAt: draft.correctedAfter === null ? null : at + draft.correctedAfter,
    };
  });
}

export interface Draft {
  readonly by: Traits;
  /** The preferred time; for a copy, the delay after the original. */
  readonly at: number;
  readonly stage: Stage;
  readonly original: Draft | null;
  readonly correctedAfter: number | null;
}

interface Pacing {
  readonly draw: Draw;
  readonly at: number;
  readonly isUrgent: boolean;
  readonly needed: ReadonlyMap<Language, number>;
}
