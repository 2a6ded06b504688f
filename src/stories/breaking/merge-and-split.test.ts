import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kinds, MINUTE, minutes, reported, reports, START } from './breaking.testing.ts';
import { BreakingDetector } from './breaking-detector.ts';

describe('merged stories', () => {
  test('BREAK-2: a merged story keeps breaking under its successor, without a second announcement', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    reports(breaking, 'young', 6, MINUTE);
    reports(breaking, 'old', 2, MINUTE, START, 'x');
    assert.deepEqual(breaking.merge('young', 'old'), [
      { kind: 'moved', story: 'old', from: 'young', at: START + 5 * MINUTE },
    ]);
    assert.deepEqual(reports(breaking, 'old', 9, MINUTE, START + 6 * MINUTE, 'y'), []);
    assert.deepEqual(
      breaking.current(START + 15 * MINUTE).map(({ story }) => story),
      ['old'],
    );
  });

  test('BREAK-1: two quiet stories that merge break with the next article, not with the merge', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    reports(breaking, 'a', 3, MINUTE, START, 'x');
    reports(breaking, 'b', 3, MINUTE, START, 'y');
    assert.deepEqual(breaking.merge('b', 'a'), []);
    assert.deepEqual(kinds(reports(breaking, 'a', 1, MINUTE, START + 9 * MINUTE, 'z')), ['began']);
  });

  test('BREAK-1: merged articles count in their own minutes', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    reports(breaking, 'a', 4, MINUTE, START, 'x');
    reports(breaking, 'b', 4, MINUTE, START + 40 * MINUTE, 'y');
    reports(breaking, 'c', 1, MINUTE, START + 75 * MINUTE, 'z');
    assert.deepEqual(
      [
        breaking.merge('b', 'a'),
        breaking.merge('c', 'a'),
        reports(breaking, 'a', 1, MINUTE, START + 76 * MINUTE),
      ],
      [[], [], []],
    );
  });

  test('BREAK-1: the same text on both sides of a merge counts once', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const wire = (story: string, from: number, count: number) =>
      minutes(from, from + count).flatMap(index =>
        breaking.addArticle(story, {
          ...reported({ source: `s${index}`, article: `a${index}` }),
          copyGroup: `wire ${index % 2}`,
        }),
      );
    assert.deepEqual(
      [wire('a', 0, 4), wire('b', 4, 4), breaking.merge('b', 'a'), wire('a', 8, 4)],
      [[], [], [], []],
    );
  });
});

describe('split stories', () => {
  test('BREAK-1: moved articles count in their new story', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    reports(breaking, 'two events', 4, MINUTE);
    assert.deepEqual(breaking.split('two events', 'other', ['two events s0', 'two events s1']), []);
    assert.deepEqual(
      reports(breaking, 'two events', 2, MINUTE, START + 5 * MINUTE, 'x'),
      [],
      'four are left',
    );
    assert.deepEqual(kinds(reports(breaking, 'other', 3, MINUTE, START + 5 * MINUTE, 'y')), ['began']);
  });

  test('BREAK-2: a split story is not announced again under the new id', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    assert.deepEqual(kinds(reports(breaking, 'old', 6, MINUTE)), ['began']);
    breaking.split(
      'old',
      'new',
      minutes(0, 5).map(index => `old s${index}`),
    );
    assert.deepEqual(reports(breaking, 'new', 9, MINUTE, START + 6 * MINUTE, 'x'), []);
  });
});
