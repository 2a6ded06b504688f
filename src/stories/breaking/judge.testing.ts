import type { World } from '../../../world/world.ts';

const DAY = 24 * 3_600_000;

/**
 * Compares the announcements with the events that broke. An event is found when its story was announced in its
 * language; other announcements are false alarms, and second ones are repeated. Events that broke before the start
 * may be announced or not.
 */
export function judgeBreaking(
  world: World,
  news: readonly News[],
  from: number,
  until: number,
): BreakingVerdict {
  const moments = new Map<string, number>(
    world
      .events(from - 3 * DAY, until)
      .flatMap(({ id, breaksAt }) =>
        [...breaksAt].map(([language, at]) => [`${language} ${id}`, at] as const),
      ),
  );
  const expected = [...moments].filter(([, at]) => at > from && at <= until - 2 * 60_000);
  const announced = Map.groupBy(news, ({ language, event }) => `${language} ${event}`);
  const delays = expected.flatMap(([name, at]) => {
    const first = announced.get(name)?.[0];
    return first ? [first.at - at] : [];
  });
  return {
    expected: expected.length,
    missed: expected.flatMap(([name]) => (announced.has(name) ? [] : [name])),
    delays: delays.sort((a, b) => a - b),
    falseAlarms: [...announced.keys()].filter(name => !moments.has(name)),
    repeated: [...announced].flatMap(([name, all]) => (all.length > 1 ? [name] : [])),
  };
}

/** An announced story and its event. */
export interface News {
  readonly at: number;
  readonly language: string;
  readonly event: string | null;
}

export interface BreakingVerdict {
  readonly expected: number;
  readonly missed: readonly string[];
  /** Milliseconds from the event to the announcement, shortest first. */
  readonly delays: readonly number[];
  readonly falseAlarms: readonly string[];
  readonly repeated: readonly string[];
}
