import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { BreakingAnnouncement } from './announcement.ts';
import { HOUR, kinds, MINUTE, minutes, reported, reports, START } from './breaking.testing.ts';
import { BreakingDetector } from './breaking-detector.ts';

describe('beginning and end', () => {
  test('BREAK-1: the fifth independent source within minutes makes a story breaking', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const announcements = reports(breaking, 'quake', 6, MINUTE);
    assert.deepEqual(announcements, [
      {
        kind: 'began',
        story: 'quake',
        at: START + 4 * MINUTE,
        because: 'coverage',
        velocity: 5 / 30,
        sources: 5,
      },
    ]);
  });

  test('BREAK-1: an installation of 100,000 sources needs sixty articles within half an hour', () => {
    const breaking = new BreakingDetector({ sources: 100_000 });
    assert.deepEqual(reports(breaking, 'quake', 59, 1_000), []);
    assert.equal(reports(breaking, 'quake', 1, 1_000, START + MINUTE, 'late')[0]?.kind, 'began');
  });

  test('BREAK-1: an installation of ten sources needs four of them', () => {
    const breaking = new BreakingDetector({ sources: 10 });
    reports(breaking, 'some other story', 1, MINUTE, START - HOUR);
    assert.equal(reports(breaking, 'quake', 4, MINUTE).length, 1);
  });

  test('BREAK-1: sources spread over hours are not breaking news', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    assert.deepEqual(reports(breaking, 'strike', 40, 8 * MINUTE), []);
  });

  test('BREAK-1: the sources of one publisher count once', () => {
    const breaking = new BreakingDetector({
      sources: 300,
      publisherOf: source => source.split('/')[0] ?? source,
    });
    for (let i = 0; i < 20; i++)
      assert.deepEqual(breaking.addArticle('a', reported({ source: `house/${i}`, article: `${i}` })), []);
  });

  test('BREAK-1: an import of old articles is not news', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    for (let i = 0; i < 50; i++) {
      const old = { ...reported({ source: `${i}`, article: `${i}` }), publishedAt: START - 30 * HOUR };
      assert.deepEqual(breaking.addArticle('a', old), []);
    }
    assert.equal(breaking.size, 0);
  });

  test('BREAK-1: a constantly busy story breaks at three times its pace', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const announcements: BreakingAnnouncement[] = [];
    const hours = (from: number, until: number, every: number) => {
      for (let at = START + from * HOUR; at < START + until * HOUR; at += every) {
        announcements.push(
          ...breaking.addArticle('war', reported({ source: `s${at}`, article: `a${at}`, at })),
        );
        announcements.push(...breaking.tick(at));
      }
    };
    hours(0, 48, 5 * MINUTE);
    const began = announcements.filter(({ kind }) => kind === 'began').length;
    assert.equal(began, 1, 'only at its beginning');
    hours(48, 49, MINUTE);
    assert.equal(announcements.filter(({ kind }) => kind === 'began').length, 2);
  });

  test('BREAK-2: an episode ends half an hour after the pace has halved, announced once', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    reports(breaking, 'quake', 6, MINUTE);
    const announcements = minutes(0, 600).flatMap(minute => breaking.tick(START + minute * MINUTE));
    // Two of six articles are left in the window from minute 34 on, which is less than half of five.
    assert.deepEqual(announcements, [
      { kind: 'ended', story: 'quake', at: START + 63 * MINUTE, beganAt: START + 4 * MINUTE },
    ]);
  });

  test('BREAK-2: late articles count in the minute in which they were stored', () => {
    const inOrder = new BreakingDetector({ sources: 300 });
    const shuffled = new BreakingDetector({ sources: 300 });
    const all = minutes(0, 20).map(minute =>
      reported({ source: `s${minute}`, article: `a${minute}`, at: START + minute * MINUTE }),
    );
    for (const each of all) inOrder.addArticle('a', each);
    for (const each of [...all.slice(10), ...all.slice(0, 10)]) shuffled.addArticle('a', each);
    const end = START + 35 * MINUTE;
    assert.deepEqual(
      [inOrder, shuffled].map(breaking => [breaking.tick(end), breaking.current(end)[0]?.velocity][1]),
      [14 / 30, 14 / 30],
    );
  });
});

describe('engagement', () => {
  test('BREAK-3: three times the usual engagement makes a story breaking', () => {
    const breaking = new BreakingDetector({ sources: 300, minEngagement: 1 });
    const announcements: BreakingAnnouncement[] = [];
    const read = (from: number, until: number, reads: (minute: number) => number) => {
      for (const minute of minutes(from, until)) {
        announcements.push(...breaking.tick(START + minute * MINUTE));
        announcements.push(...breaking.addEngagement('a', reads(minute), START + minute * MINUTE));
      }
    };
    read(0, 24 * 60, minute => minute % 2);
    assert.equal(announcements.length, 0, 'half a read a minute is usual');
    read(24 * 60, 25 * 60, () => 6);
    assert.deepEqual(
      announcements.map(announcement => announcement.kind === 'began' && announcement.because),
      ['engagement'],
    );
    read(25 * 60, 30 * 60, () => 0);
    assert.deepEqual(kinds(announcements), ['began', 'ended']);
  });

  test('BREAK-3: being the most-read story is not breaking news, nor is engagement before the usual level is known', () => {
    const breaking = new BreakingDetector({ sources: 300, minEngagement: 1 });
    const announcements: BreakingAnnouncement[] = [];
    for (const minute of minutes(0, 48 * 60)) {
      const at = START + minute * MINUTE;
      announcements.push(...breaking.tick(at));
      // Three times as many readers by day as by night; every four hours another story is at the top of the
      // page.
      const people = minute % 1_440 < 720 ? 90 : 30;
      const top = Math.floor(minute / 240);
      announcements.push(...breaking.addEngagement(`top ${top}`, people, at));
      for (let other = 0; other < 20; other++)
        announcements.push(...breaking.addEngagement(`other ${other}`, 2, at));
    }
    assert.deepEqual(announcements, []);
  });
});

test('BREAK-4: ended episodes are shown for six hours, fastest first', () => {
  const breaking = new BreakingDetector({ sources: 300 });
  reports(breaking, 'small', 6, MINUTE);
  reports(breaking, 'large', 20, MINUTE);
  breaking.tick(START + 20 * MINUTE);
  assert.deepEqual(storiesAt(breaking, 20), ['large', 'small']);
  for (const minute of minutes(20, 900)) breaking.tick(START + minute * MINUTE);
  assert.deepEqual(storiesAt(breaking, 63 + 359), ['large', 'small']);
  assert.deepEqual(storiesAt(breaking, 63 + 360), ['large']);
  assert.deepEqual(storiesAt(breaking, 900), []);
});

test('BREAK-1: memory is bounded: quiet stories are evicted after a day, and the oldest above the limit', () => {
  const breaking = new BreakingDetector({ sources: 300, maxStories: 100 });
  for (let i = 0; i < 1_000; i++)
    breaking.addArticle(`story ${i}`, reported({ source: 's', article: `${i}` }));
  assert.equal(breaking.size, 100);
  breaking.tick(START + 25 * HOUR);
  assert.equal(breaking.size, 0);
});

describe('properties over random streams', () => {
  test('BREAK-2: episodes alternate, last at least the cooling time and do not restart before calm', () => {
    fc.assert(
      fc.property(stream, steps => {
        const announcements = play(new BreakingDetector({ sources: 300 }), steps).filter(
          ({ kind }) => kind !== 'moved',
        );
        for (const [index, announcement] of announcements.entries()) {
          assert.equal(announcement.kind, index % 2 === 0 ? 'began' : 'ended');
          const before = announcements[index - 1];
          if (!before) continue;
          const gap = announcement.at - before.at;
          if (announcement.kind === 'ended') assert.ok(gap >= 30 * MINUTE, `lasted ${gap}`);
          else assertCalmedDown(announcements, index, steps);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('BREAK-2: the frequency of ticks makes no difference', () => {
    fc.assert(
      fc.property(stream, steps => {
        const often = play(new BreakingDetector({ sources: 300 }), steps);
        const seldom = play(
          new BreakingDetector({ sources: 300 }),
          steps.map((step, i) => ({ ...step, ticks: i % 7 === 0 })),
        );
        assert.deepEqual(seldom, often.slice(0, seldom.length));
        assert.ok(often.length - seldom.length <= 1, 'only the last end may be missing');
      }),
      { numRuns: 100 },
    );
  });
});

/** A new episode within six hours needs two consecutive hours below a quarter of the pace. */
function assertCalmedDown(
  announcements: readonly BreakingAnnouncement[],
  index: number,
  steps: readonly Step[],
): void {
  const again = announcements[index]?.at ?? 0;
  const first = announcements[index - 2];
  assert.ok(first?.kind === 'began');
  const began = first.at;
  if (again - began >= 6 * HOUR) return;
  const times = timesOf(steps).filter(at => at <= again);
  const ended = announcements[index - 1]?.at ?? 0;
  // The required pace rises after an episode, so calm is relative to the pace at which this one began.
  const calm = (first.velocity * 30) / 4;
  const isCalmAt = (end: number) =>
    minutes(0, 120).every(
      back => within(times, end - back * MINUTE - 30 * MINUTE, end - back * MINUTE) < calm,
    );
  const candidates = minutes(0, (again - ended) / MINUTE).map(minute => again - minute * MINUTE);
  assert.ok(
    candidates.some(end => isCalmAt(end)),
    `begins again ${(again - began) / MINUTE} minutes after it began`,
  );
}

function within(times: readonly number[], after: number, until: number): number {
  return times.filter(at => at > after && at <= until).length;
}

interface Step {
  readonly gap: number;
  readonly burst: number;
  readonly ticks?: boolean;
}

/** Bursts and silences of one story, up to a day and a half. */
const stream: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    gap: fc.oneof(fc.nat(6), fc.integer({ min: 10, max: 200 })),
    burst: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 40 },
);

function timesOf(steps: readonly Step[]): number[] {
  let at = START;
  return steps.flatMap(({ gap, burst }) => {
    at += gap * MINUTE;
    return minutes(0, burst).map(() => at);
  });
}

function play(breaking: BreakingDetector, steps: readonly Step[]): BreakingAnnouncement[] {
  let at = START;
  let number = 0;
  const announcements: BreakingAnnouncement[] = [];
  for (const { gap, burst, ticks = true } of steps) {
    for (let minute = 1; minute < gap; minute++)
      if (ticks) announcements.push(...breaking.tick(at + minute * MINUTE));
    at += gap * MINUTE;
    for (let i = 0; i < burst; i++)
      announcements.push(
        ...breaking.addArticle('a', reported({ source: `s${number}`, article: `a${number++}`, at })),
      );
  }
  return announcements;
}

function storiesAt(breaking: BreakingDetector, minute: number): string[] {
  return breaking.current(START + minute * MINUTE).map(({ story }) => story);
}
