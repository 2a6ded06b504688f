import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Entity } from './entity.ts';
import { findEntities } from './find-entities.ts';
import { labelledTexts, scoreOf } from './labelled.testing.ts';

describe('labelled texts', () => {
  test('TOPIC-3: F1 is at least 0.97 on the development texts', () => {
    const score = scoreOf(labelledTexts('labelled'), findEntities);
    assert.ok(score.labelled > 250);
    assert.ok(score.f1 >= 0.97, `F1 is ${score.f1}`);
  });

  test('TOPIC-3: on unseen texts F1 is at least 0.92 and four of five kinds are right', () => {
    const score = scoreOf(labelledTexts('labelled-unseen'), findEntities);
    assert.ok(score.labelled >= 100);
    assert.ok(score.f1 >= 0.92, `F1 is ${score.f1}`);
    assert.ok(score.rightKind / score.right >= 0.8, `${score.rightKind} of ${score.right} kinds are right`);
  });
});

describe('one name, many forms', () => {
  test('TOPIC-3: all forms of the United States are one place', () => {
    for (const name of ['US', 'U.S.', 'USA', 'United States', 'United States of America'])
      assert.deepEqual(keysOf(`Talks in the ${name} went on.`), ['united-states'], name);
  });

  test('TOPIC-3: the pronoun is not the country', () => {
    assert.deepEqual(keysOf('They told us. Us and them.'), []);
  });

  test('TOPIC-3: a surname refers to the full name mentioned before', () => {
    const [person] = find('Later Grace Okafor spoke. Then Okafor left, and Okafor’s aide too.');
    assert.deepEqual([person?.name, person?.kind, person?.mentions], ['Grace Okafor', 'person', 3]);
  });

  test('TOPIC-3: two people with one surname stay two, and the surname alone is neither', () => {
    assert.deepEqual(keysOf('We met Grace Okafor and Peter Okafor. Later Okafor left.').sort(), [
      'grace-okafor',
      'okafor',
      'peter-okafor',
    ]);
  });

  test('TOPIC-3: names of several words and initials are one organisation', () => {
    assert.deepEqual(
      keysOf('He works for the Bank of England and for the National Bread Guild (NBG).').sort(),
      ['bank-of-england', 'national-bread-guild'],
    );
  });

  test('TOPIC-3: a place within a name is not the place', () => {
    assert.deepEqual(keysOf('A study by Michael Jordan at the London School of Economics appeared.'), [
      'london-school-of-economics',
      'michael-jordan',
    ]);
  });

  test('TOPIC-3: inflected Russian names have one key, the same as in English', () => {
    for (const city of ['Москва', 'Москвы', 'Москве', 'Москву', 'Москвой'])
      assert.deepEqual(keysOf(`Сегодня ${city} и погода.`, 'ru'), ['moscow'], city);
  });

  test('TOPIC-3: countries are found in languages without other data', () => {
    assert.deepEqual(keysOf('Svenska företag i Tyskland och Frankrike växer.', 'sv').slice(0, 2).sort(), [
      'france',
      'germany',
    ]);
    assert.deepEqual(keysOf('독일과 프랑스', 'ko').sort(), ['france', 'germany']);
  });
});

describe('capitals that are no evidence', () => {
  test('TOPIC-3: the first word of a sentence is not a name because of its capital', () => {
    assert.deepEqual(keysOf('Markets rallied. Nobody knows why. Perhaps tomorrow they will fall.'), []);
  });

  test('TOPIC-3: in a title-case headline only known names and names of the text count', () => {
    const entities = findEntities({
      title: 'Officials Warn Residents After Explosion Rocks Beirut',
      summary: '',
      bodyText: 'An explosion shook the harbour on Monday.',
      language: 'en',
    });
    assert.deepEqual(
      entities.map(({ key, inTitle }) => [key, inTitle]),
      [['beirut', true]],
    );
  });

  test('TOPIC-3: German nouns are not names', () => {
    assert.deepEqual(
      keysOf('Die Regierung will den Haushalt und die Steuern ändern, sagt die Polizei.', 'de'),
      [],
    );
  });
});

describe('arbitrary input', () => {
  test('TOPIC-3: entities of any text are deterministic, with unique non-empty keys', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom('en', 'de', 'ru', 'zh', 'und', 'x-klingon', ''),
        (title, bodyText, language) => {
          const article = { title, summary: '', bodyText, language };
          const entities = findEntities(article);
          assert.deepEqual(findEntities(article), entities);
          for (const { key, name, mentions } of entities)
            assert.ok(key !== '' && name !== '' && mentions > 0);
          assert.equal(new Set(entities.map(({ key }) => key)).size, entities.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('TOPIC-3: a million capitals, hyphens or dots are scanned quickly', () => {
    for (const hostile of ['A ', 'Ab-', 'U.S.', 'Ministry of ', "O'", 'Михаил ', '中国'])
      assert.ok(Array.isArray(find(hostile.repeat(1_000_000 / hostile.length))), hostile);
  });
});

function find(bodyText: string, language = 'en'): Entity[] {
  return findEntities({ title: '', summary: '', bodyText, language });
}

function keysOf(bodyText: string, language = 'en'): string[] {
  return find(bodyText, language).map(({ key }) => key);
}
