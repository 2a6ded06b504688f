import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRules } from '../../src/signals/rules/compile-rules.ts';
import { DEFAULT_RULES } from '../../src/signals/rules/default-rules.ts';
import type { SignalEvent } from '../../src/signals/rules/event.ts';
import { RulesState } from '../../src/signals/rules/state.ts';
import { drawFor } from '../draw.ts';
import { keepRecent } from '../recent.ts';
import { createWorld } from '../world.ts';
import { clicksOf } from './clicks.ts';
import { Life, SLICE, SLICES_A_DAY } from './life.ts';
import { DATA_CENTRES } from './machines.ts';
import { personAt } from './people.ts';
import { popularityOf, topShare } from './popularity.ts';
import { readersOf } from './readers.ts';
import { rhythmAt } from './rhythm.ts';
import type { ReaderEvent } from './types.ts';

const HOUR = 3_600_000;
const person = keepRecent(3000, (index: number) => personAt(1, index));
const DAY = 24 * HOUR;
const startsAt = Date.UTC(2026, 5, 8);
const world = createWorld({ seed: 7, startsAt, publishers: 30 });
const from = startsAt - 3 * DAY;
const clicks = [...clicksOf(world, { seed: 1, rate: 1.5, from, until: startsAt })].flatMap(
  slice => slice.clicks,
);
const byArticle = Map.groupBy(clicks, click => click.article);
const events = [...readersOf(world, { seed: 1, readers: 3000, rate: 0.4, from: startsAt - DAY })];

test('the top hundredth of any number of articles takes 68 % of the clicks, with the exponent 1.2', () => {
  for (const articles of [2000, 20_000]) {
    const popularity = popularityOf(articles);
    assert.ok(Math.abs(topShare(popularity) - 0.68) < 0.001);
    const [near, far] = [popularity[999] ?? 0, popularity[1999] ?? 0];
    assert.ok(Math.abs(Math.log2(near / far) - 1.2) < 0.05);
  }
});

test('drawn clicks follow the distribution at the requested rate', () => {
  const counts = [...byArticle.values()].map(list => list.length).sort((a, b) => b - a);
  assert.ok(Math.abs(topShare(counts) - 0.68) < 0.06, `the top hundredth has ${topShare(counts)}`);
  assert.ok(Math.abs(clicks.length / (1.5 * 3 * 86_400) - 1) < 0.02, `${clicks.length} clicks`);
});

test("half of an article's clicks happen within twelve hours", () => {
  const whole = [...byArticle].filter(
    ([article, list]) =>
      article.publishedAt >= from && article.publishedAt < from + DAY && list.length >= 200,
  );
  assert.ok(whole.length >= 10);
  const early = whole.map(
    ([article, list]) => list.filter(({ at }) => at < article.publishedAt + DAY / 2).length / list.length,
  );
  assert.ok(Math.abs(quantile(early, 0.5) - 0.5) < 0.07, `within twelve hours: ${quantile(early, 0.5)}`);
  assert.ok(clicks.every(({ at, article }) => at >= article.publishedAt));
});

test('the busiest five minutes have five times the mean of the first day, ten times for one article in twenty', () => {
  const peaks = Array.from({ length: 2000 }, (_, index) => {
    const life = new Life(drawFor(3, 'life', index), startsAt + index * SLICE);
    const day = Array.from({ length: SLICES_A_DAY }, (_, age) => life.shareIn(life.firstSlice + age));
    return Math.max(...day) / (day.reduce((sum, value) => sum + value, 0) / SLICES_A_DAY);
  });
  assert.ok(Math.abs(quantile(peaks, 0.5) - 5) < 0.5, `median ${quantile(peaks, 0.5)}`);
  assert.ok(Math.abs(quantile(peaks, 0.95) - 10) < 1.2, `one in twenty ${quantile(peaks, 0.95)}`);
});

test('people sleep: the busiest hour has several times the clicks of the quietest, and a day has its mean', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => rhythmAt(startsAt + hour * HOUR));
  assert.ok(Math.max(...hours) > 2 * Math.min(...hours));
  assert.ok(Math.abs(hours.reduce((sum, value) => sum + value, 0) / 24 - 1) < 0.05);
});

test('events are in the order of arrival and equal for equal seeds', () => {
  assert.ok(
    events.every(({ event }, index) => index === 0 || event.at >= (events[index - 1]?.event.at ?? 0)),
  );
  const again = readersOf(world, { seed: 1, readers: 3000, rate: 0.4, from: startsAt - DAY });
  for (let index = 0; index < 2000; index++) assert.deepEqual(again.next().value, events[index]);
  const other = readersOf(world, { seed: 2, readers: 3000, rate: 0.4, from: startsAt - DAY }).next().value;
  assert.notDeepEqual(other, events[0]);
});

test('readers prefer their favourite topics', () => {
  const topics = new Map(clicks.map(({ article }) => [article.id, article.topic]));
  const tastes = events.flatMap(({ event, truth }) => {
    const topic = topics.get(event.articleId);
    if (truth.reader === null || topic === undefined || event.kind !== 'view') return [];
    return [person(truth.reader).tastes.get(topic) ?? 0];
  });
  assert.ok(tastes.length > 1000);
  // Each reader has two to four favourites of twelve topics: one in four by chance.
  assert.ok(tastes.filter(taste => taste === 1).length / tastes.length > 0.6);
});

test('all kinds of noise occur: machines, farms, double taps, retries, out-of-order events', () => {
  const found = Map.groupBy(events, ({ truth }) => truth.not);
  for (const not of ['machine', 'own', 'retry', 'too short', 'heartbeat', 'repeat', 'double tap'] as const) {
    assert.ok((found.get(not)?.length ?? 0) > 5, not);
  }
  assert.ok(events.some(({ event, truth }) => truth.reader === null && event.kind === 'share'));
  const visits = Map.groupBy(
    events.filter(({ event }) => event.kind === 'view'),
    ({ event }) => event.visitId,
  );
  assert.ok([...visits.values()].some(isOvertaken));
});

test('RULE-2: the rules count all valid events, and no machine events except the free shares of farms', () => {
  const rules = [
    ...DEFAULT_RULES,
    { id: 'centres', kind: 'data-centres', settings: { ranges: DATA_CENTRES }, isActive: true },
  ];
  const judge = compileRules(rules);
  const state = new RulesState();
  const known = new Set<string>();
  const wrong = { lost: 0, gained: 0, machines: 0 };
  for (const { event, truth } of events) {
    if (isRetry(event, known)) continue;
    const counted = 'valid' in judge(event, state);
    if (counted && truth.not === 'machine') wrong.machines++;
    else if (counted && truth.not !== null) wrong.gained++;
    else if (!counted && truth.not === null) wrong.lost++;
  }
  const must = events.filter(({ truth }) => truth.not === null).length;
  const farms = new Set(
    events
      .filter(({ event, truth }) => truth.reader === null && event.kind === 'share')
      .map(({ event }) => event.articleId),
  );
  assert.ok(wrong.gained <= must / 1000 && wrong.lost <= must / 1000, JSON.stringify({ must, ...wrong }));
  assert.ok(wrong.machines <= 2 * 50 * farms.size, JSON.stringify({ farms: farms.size, ...wrong }));
});

/** EVT-2: acceptance removes repeated ids before the rules apply. */
function isRetry({ id }: SignalEvent, known: Set<string>): boolean {
  const wasKnown = known.has(id);
  known.add(id);
  return wasKnown;
}

function isOvertaken(visit: readonly ReaderEvent[]): boolean {
  return visit.some(
    ({ event }, index) => event.attentionSeconds < (visit[index - 1]?.event.attentionSeconds ?? 0),
  );
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? Number.NaN;
}
