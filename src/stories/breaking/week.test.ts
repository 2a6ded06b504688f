import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Arrival, asStored } from '../../../world/storing.ts';
import { createWorld, type World } from '../../../world/world.ts';
import { BreakingDetector } from './breaking-detector.ts';
import { judgeBreaking, type News } from './judge.testing.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STARTS_AT = Date.UTC(2026, 4, 4);

/** Stories are identified by their event, so that only the detector is judged. */
const WORLDS = [
  { publishers: 10, days: 7, seeds: [1, 2, 3] },
  { publishers: 300, days: 7, seeds: [1, 2, 3] },
  { publishers: 20_000, days: 1, seeds: [1] },
];

for (const { publishers, days, seeds } of WORLDS) {
  describe(`${days} days of ${publishers} sources`, () => {
    for (const seed of seeds) {
      const world = createWorld({ seed, startsAt: STARTS_AT, publishers });
      const until = STARTS_AT + days * DAY;
      const arrivals = asStored(world, { from: STARTS_AT, until }).filter(isShared);
      const verdict = judgeBreaking(world, live(world, arrivals), STARTS_AT, until);

      test(`BREAK-1: every breaking event is announced within two minutes (seed ${seed})`, () => {
        assert.ok(verdict.expected >= 2, `${verdict.expected} stories break`);
        assert.deepEqual(verdict.missed, []);
        assert.ok((verdict.delays.at(-1) ?? 0) <= 2 * MINUTE, `${(verdict.delays.at(-1) ?? 0) / MINUTE} min`);
        assert.ok((verdict.delays[0] ?? 0) > -MINUTE, `${(verdict.delays[0] ?? 0) / MINUTE} min`);
      });

      test(`BREAK-1: nothing else is announced, and nothing twice (seed ${seed})`, () => {
        assert.deepEqual(verdict.falseAlarms, []);
        assert.deepEqual(verdict.repeated, []);
      });
    }
  });
}

test('BREAK-1: without the rules for copies and old news the same week has many false alarms', () => {
  const world = createWorld({ seed: 1, startsAt: STARTS_AT });
  const until = STARTS_AT + 2 * DAY;
  const arrivals = asStored(world, { from: STARTS_AT, until }).filter(isShared);
  const believing = arrivals.map(arrival => ({
    ...arrival,
    truth: { ...arrival.truth, copyOf: null, publishedAt: arrival.storedAt },
  }));
  const { falseAlarms } = judgeBreaking(world, live(world, believing), STARTS_AT, until);
  assert.ok(falseAlarms.length > 20, `${falseAlarms.length} false alarms`);
});

/** Events of a single publisher are never breaking news, and are most of the articles. */
function isShared({ truth }: Arrival): boolean {
  return truth.eventId?.startsWith('s-') ?? false;
}

/** Replays the arrivals minute by minute, with one detector per language. */
function live(world: World, arrivals: readonly Arrival[]): News[] {
  const sources = world.publishersByLanguage;
  const detectors = new Map(
    [...sources].map(([language, count]) => [language, new BreakingDetector({ sources: count })] as const),
  );
  const news: News[] = [];
  let next = STARTS_AT;
  for (const { truth, storedAt } of arrivals) {
    for (; next <= storedAt; next += MINUTE) for (const detector of detectors.values()) detector.tick(next);
    const { articleId, copyOf, eventId, language, publisherId, publishedAt } = truth;
    const sighting = {
      article: articleId,
      copyGroup: copyOf ?? articleId,
      source: String(publisherId),
      at: storedAt,
      publishedAt,
    };
    const announcements = detectors.get(language)?.addArticle(eventId ?? '', sighting) ?? [];
    if (announcements.some(({ kind }) => kind === 'began'))
      news.push({ at: storedAt, language, event: eventId });
  }
  return news;
}
