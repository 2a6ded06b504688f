import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR, kinds, MINUTE, minutes, reported, reports, START } from './breaking.testing.ts';
import { BreakingDetector } from './breaking-detector.ts';

describe('the time of an article', () => {
  test('BREAK-1: an hour of news fetched within a minute is no burst', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const found = minutes(0, 8).flatMap(index =>
      breaking.addArticle('strike', {
        ...reported({ source: `s${index}`, article: `a${index}`, at: START + HOUR + index * 1_000 }),
        publishedAt: START + index * 8 * MINUTE,
      }),
    );
    assert.deepEqual(found, []);
  });

  test('BREAK-1: a burst that is fetched late is announced when it is complete', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const found = minutes(0, 5).flatMap(index =>
      breaking.addArticle('quake', {
        ...reported({ source: `s${index}`, article: `a${index}`, at: START + index * 9 * MINUTE }),
        publishedAt: START - index * MINUTE,
      }),
    );
    assert.deepEqual(
      found.map(({ kind, at }) => [kind, at]),
      [['began', START + 36 * MINUTE]],
    );
    assert.deepEqual(
      minutes(36, 66).flatMap(minute => breaking.tick(START + minute * MINUTE)),
      [],
      'and lasts at least half an hour',
    );
  });

  test('BREAK-1: a date in the future counts as now', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const early = { ...reported({ source: 'early', article: 'early' }), publishedAt: START + 5 * HOUR };
    breaking.addArticle('quake', early);
    assert.deepEqual(kinds(reports(breaking, 'quake', 4, MINUTE)), ['began']);
  });
});

describe('copies that are recognised late', () => {
  const paper = (index: number, group: string, joinedGroups: string[] = []) => ({
    ...reported({ source: `s${index}`, article: `a${index}`, at: START + index * MINUTE }),
    copyGroup: group,
    joinedGroups,
  });

  test('BREAK-1: merged copy groups count as one text', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const announcements = [
      paper(0, 'a'),
      paper(1, 'b'),
      paper(2, 'c'),
      paper(3, 'd'),
      paper(4, 'a', ['b', 'c', 'd']),
    ];
    assert.deepEqual(
      announcements.flatMap(each => breaking.addArticle('wire', each)),
      [],
    );
    assert.deepEqual(reports(breaking, 'wire', 3, MINUTE, START + 5 * MINUTE, 'x'), [], 'four voices');
    assert.deepEqual(kinds(reports(breaking, 'wire', 1, MINUTE, START + 8 * MINUTE, 'y')), ['began']);
    assert.equal(breaking.current(START + 8 * MINUTE)[0]?.velocity, 5 / 30);
  });
});

describe('templates that many publishers fill', () => {
  const WEATHER = 1;
  const town = (index: number) => 1_000 + index;

  test('BREAK-1: a template that many publishers fill is not news, however similar the texts', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    const announcements = minutes(0, 3 * 24 * 60)
      .filter(minute => minute % 60 < 8)
      .flatMap(minute =>
        breaking.addArticle(`weather of hour ${Math.floor(minute / 60)}`, {
          ...reported({ source: `s${minute % 60}`, article: `${minute}`, at: START + minute * MINUTE }),
          words: [WEATHER, town(minute)],
        }),
      );
    assert.deepEqual(
      announcements.filter(({ at }) => at > START + 12 * HOUR),
      [],
    );
  });

  test('BREAK-1: five publishers with a new word are news, even within a template', () => {
    const breaking = new BreakingDetector({ sources: 300 });
    for (const minute of minutes(0, 24 * 60))
      breaking.addArticle(`story ${minute}`, {
        ...reported({ source: `s${minute % 9}`, article: `${minute}`, at: START + minute * MINUTE }),
        words: [WEATHER, town(minute)],
      });
    const storm = minutes(0, 5).flatMap(index =>
      breaking.addArticle('storm', {
        ...reported({
          source: `s${index}`,
          article: `storm ${index}`,
          at: START + 25 * HOUR + index * MINUTE,
        }),
        words: [WEATHER, town(99_999)],
      }),
    );
    assert.deepEqual(kinds(storm), ['began']);
  });
});

describe('the size of the installation', () => {
  test('BREAK-1: two reports are news for two sources, and no longer when there are many', () => {
    const breaking = new BreakingDetector({ sources: 1 });
    assert.deepEqual(
      reports(breaking, 'too early', 4, MINUTE, START - HOUR),
      [],
      'the number of sources is not known yet',
    );
    assert.deepEqual(kinds(reports(breaking, 'first', 2, MINUTE)), ['began']);
    for (const index of minutes(0, 30))
      reports(breaking, `story ${index}`, 1, MINUTE, START, `house ${index}`);
    assert.deepEqual(reports(breaking, 'second', 4, MINUTE, START + 5 * MINUTE), []);
  });

  test('BREAK-1: publishers that were silent for a day do not count', () => {
    const breaking = new BreakingDetector({ sources: 4 });
    for (const index of minutes(0, 30))
      reports(breaking, `story ${index}`, 1, MINUTE, START, `house ${index}`);
    breaking.tick(START + 25 * HOUR);
    assert.deepEqual(kinds(reports(breaking, 'later', 2, MINUTE, START + 25 * HOUR)), ['began']);
  });
});
