import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Random, seededRandom } from '../../lib/random.ts';
import { estimateJaccard, type Fingerprint, fingerprint } from '../fingerprints/fingerprint.ts';
import { encodeFingerprint } from '../fingerprints/fingerprint-codec.ts';
import { hammingDistance } from '../fingerprints/simhash.ts';
import { replaceWords, similarTexts, syntheticWords } from '../fingerprints/texts.testing.ts';
import { type ArticleToPlace, CopyIndex } from './copy-index.ts';

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

describe('COPY-2: groups', () => {
  test('do not depend on the order of articles', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 3 }), (seed, shuffles) => {
        const random = seededRandom(seed);
        const articles = families(12, random);
        const expected = groupsAfter(articles);
        for (let round = 0; round < shuffles; round++)
          assert.deepEqual(groupsAfter(shuffled(articles, random)), expected);
      }),
      { numRuns: 40 },
    );
  });

  test('do not depend on the order where headlines and sources decide', () => {
    fc.assert(
      fc.property(fc.integer(), seed => {
        const random = seededRandom(seed);
        const articles = families(12, random).map(each => ({
          ...each,
          fingerprint: { ...each.fingerprint, title: Math.floor(random.fraction() * 6) },
          source: `source ${Math.floor(random.fraction() * 3)}`,
        }));
        const expected = groupsAfter(articles);
        for (let round = 0; round < 3; round++)
          assert.deepEqual(groupsAfter(shuffled(articles, random)), expected);
      }),
      { numRuns: 60 },
    );
  });

  test('equal those of a comparison of all pairs', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const articles = families(15, seededRandom(seed));
      assert.deepEqual(groupsAfter(articles), groupsByScan(articles));
    }
  });

  test('are named after the oldest article, and return the names that they replace', () => {
    const words = syntheticWords(200, seededRandom(1)).join(' ');
    const index = new CopyIndex();
    const [oldest, middle, newest] = [0, 1, 2].map(minute =>
      article(minute, replaceWords(words, minute, minute), minute * MINUTE),
    );
    assert.ok(oldest && middle && newest);
    assert.deepEqual(index.add(newest), { group: newest.id, merged: [] });
    assert.deepEqual(index.add(middle), { group: middle.id, merged: [newest.id] });
    assert.deepEqual(index.add(oldest), { group: oldest.id, merged: [middle.id] });
    assert.deepEqual(index.add(newest), { group: oldest.id, merged: [] });
  });

  test('merge when an article similar to both arrives', () => {
    const random = seededRandom(5);
    const common = syntheticWords(200, random).join(' ');
    const [left, right] = [syntheticWords(22, random).join(' '), syntheticWords(22, random).join(' ')];
    const index = new CopyIndex();
    const a = article(1, `${left} ${common}`, 1);
    const b = article(2, `${common} ${right}`, 2);
    assert.ok(estimateJaccard(a.fingerprint, b.fingerprint) < 0.85);
    assert.equal(index.add(a).group, a.id);
    assert.equal(index.add(b).group, b.id);
    const between = index.add(article(3, `${left} ${common} ${right}`, 3));
    assert.deepEqual(between, { group: a.id, merged: [b.id] });
  });

  test('never mix languages', () => {
    const text = syntheticWords(100, seededRandom(2)).join(' ');
    const index = new CopyIndex();
    index.add(article(1, text, 1));
    const other = { ...article(2, text, 2), language: 'de' };
    assert.equal(index.add(other).group, other.id);
  });

  test('contain short texts whose SimHashes differ in up to three bits', () => {
    const bits = fc.uniqueArray(fc.nat({ max: 63 }), { maxLength: 6 });
    const [one, other] = [40, 41].map(words =>
      fingerprint(syntheticWords(words, seededRandom(words)).join(' ')),
    );
    assert.ok(one && other);
    fc.assert(
      fc.property(bits, changed => {
        const index = new CopyIndex();
        index.add({ id: id(1), fingerprint: one, storedAt: 1, language: 'en' });
        const { simhashHigh, simhashLow } = flipped(one, changed);
        // The sketch of an unlike text: nothing but the SimHash can bring the two together.
        const alike = { ...other, simhashHigh, simhashLow };
        const placed = index.add({ id: id(2), fingerprint: alike, storedAt: 2, language: 'en' });
        assert.equal(placed.group, id(changed.length <= 3 ? 1 : 2));
      }),
    );
  });

  test('contain a truncated text under the same headline', () => {
    const random = seededRandom(12);
    const text = syntheticWords(400, random).join(' ');
    const index = new CopyIndex();
    const cut = text.slice(0, Math.floor(text.length / 3));
    index.add(underHeadline(article(1, text, 1), 7, 'a'));
    assert.equal(index.add(underHeadline(article(2, cut, 2), 7, 'b')).group, id(1));
    assert.equal(index.add(underHeadline(article(3, cut, 3), 8, 'c')).group, id(1), 'the same text');
    const other = syntheticWords(400, random).join(' ');
    assert.equal(index.add(underHeadline(article(4, other, 4), 7, 'd')).group, id(4), 'another long text');
  });

  test('do not contain reports of two events from one template under one headline', () => {
    const [one, other] = similarTexts(300, 0.35, seededRandom(14));
    const index = new CopyIndex();
    index.add(underHeadline(article(1, one, 1), 7, 'a'));
    assert.equal(index.add(underHeadline(article(2, other, 2), 7, 'b')).group, id(2));
  });

  test('contain teasers of several sources under one headline within two days, but no column of one source', () => {
    const random = seededRandom(13);
    const teaser = (number: number, source: string, at: number) =>
      underHeadline(article(number, syntheticWords(25, random).join(' '), at), 5, source);
    const index = new CopyIndex();
    assert.equal(index.add(teaser(1, 'a', 0)).group, id(1));
    assert.equal(index.add(teaser(2, 'a', DAY)).group, id(2));
    assert.deepEqual(index.add(teaser(3, 'b', DAY)), { group: id(1), merged: [id(2)] });
    assert.equal(index.add(teaser(4, 'c', 5 * DAY)).group, id(4));
  });

  test('do not contain texts that are too short', () => {
    const index = new CopyIndex();
    index.add(article(1, 'Watch live now', 1));
    assert.deepEqual(index.add(article(2, 'Watch live now', 2)), { group: id(2), merged: [] });
    assert.deepEqual(index.add(article(3, '', 3)), { group: id(3), merged: [] });
  });
});

describe('COPY-3: the window', () => {
  const text = syntheticWords(150, seededRandom(9)).join(' ');

  test('evicts older texts and reuses their memory', () => {
    const random = seededRandom(3);
    const index = new CopyIndex({ windowMs: DAY });
    for (let minute = 0; minute < 3 * 1440; minute += 2)
      index.add(article(minute, syntheticWords(80, random).join(' '), minute * MINUTE));
    assert.ok(index.figures.texts <= 720 + 31, `${index.figures.texts}`);
    assert.ok(index.figures.bytes < 1_500_000, `${index.figures.bytes}`);
  });

  test('keeps a group and its name as long as new copies arrive', () => {
    const index = new CopyIndex();
    for (let day = 0; day < 30; day += 5) {
      const placed = index.add(article(day, replaceWords(text, day % 2, day), day * DAY));
      assert.equal(placed.group, id(0));
    }
  });

  test('keeps a text that keeps repeating', () => {
    const index = new CopyIndex();
    for (let day = 0; day < 30; day += 5) index.add(article(day, text, day * DAY));
    assert.equal(index.figures.texts, 1);
    assert.equal(index.add(article(40, text, 31 * DAY)).group, id(0));
  });

  test('starts a new group for a copy that arrives too late', () => {
    const index = new CopyIndex();
    index.add(article(1, text, 0));
    const late = article(2, text, 7 * DAY + 1);
    assert.equal(index.add(late).group, late.id);
  });
});

describe('COPY-3: a restored index', () => {
  test('places new articles like the original, wherever it was restored', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
        const random = seededRandom(seed);
        const articles = families(10, random);
        const before = Math.floor(share * articles.length);
        const [whole, refilled] = [new CopyIndex(), new CopyIndex()];
        const stored = articles.slice(0, before).map(each => ({ each, placed: whole.add(each) }));
        assert.equal(
          refilled.restore(
            shuffled(
              stored.map(({ each }) => row(each)),
              random,
            ),
          ),
          0,
        );
        for (const each of articles.slice(before)) assert.deepEqual(refilled.add(each), whole.add(each));
      }),
      { numRuns: 30 },
    );
  });

  test('keeps stored groups whose connecting text is gone, under their name', () => {
    const random = seededRandom(6);
    const [a, b] = [1, 2].map(number => article(number, syntheticWords(90, random).join(' '), number));
    assert.ok(a && b);
    const index = new CopyIndex();
    const group = { id: id(0), storedAt: -5 };
    index.restore([a, b].map(each => ({ ...row(each), group })));
    assert.equal(index.add(a).group, id(0));
    assert.equal(index.add(b).group, id(0));
  });

  test('counts rows of an earlier version instead of misreading them', () => {
    const stored = row(article(1, syntheticWords(50, seededRandom(1)).join(' '), 1));
    const index = new CopyIndex();
    assert.equal(index.restore([{ ...stored, fingerprint: stored.fingerprint.with(0, 0) }]), 1);
    assert.equal(index.figures.texts, 0);
  });
});

describe('COPY-2: hostile masses', () => {
  test('of one text take the memory of one text', () => {
    const made = fingerprint(syntheticWords(300, seededRandom(1)).join(' '));
    const index = new CopyIndex();
    for (let number = 0; number < 50_000; number++)
      index.add({ id: id(number), fingerprint: made, storedAt: number, language: 'en' });
    assert.equal(index.figures.texts, 1);
    assert.equal(index.figures.compared, 0);
  });

  test('of texts that differ in a word stay one group, with few comparisons each', () => {
    const text = syntheticWords(300, seededRandom(2)).join(' ');
    const index = new CopyIndex();
    for (let number = 0; number < 5_000; number++) {
      const placed = index.add(article(number, replaceWords(text, 3, number), number));
      assert.equal(placed.group, id(0));
    }
    assert.ok(index.figures.compared < 3 * 5_000, `${index.figures.compared}`);
  });

  test('of texts with shared lines hide no copy, and new texts are compared with few of them', () => {
    const random = seededRandom(4);
    const boilerplate = syntheticWords(130, random).join(' ');
    const index = new CopyIndex();
    const own: string[] = [];
    for (let number = 0; number < 8_000; number++) {
      own.push(syntheticWords(70, random).join(' '));
      index.add(article(number, `${own[number]} ${boilerplate}`, number));
    }
    const before = index.figures.compared;
    let found = 0;
    for (let number = 0; number < 1_000; number++) {
      const text = `${replaceWords(own[number] ?? '', 1, number)} ${boilerplate}`;
      found += Number(index.add(article(10_000 + number, text, 9_000)).group === id(number));
    }
    assert.ok(found >= 990, `${found} of 1,000`);
    assert.ok((index.figures.compared - before) / 1_000 < 260, `${index.figures.compared - before}`);
  });
});

/** Families of texts with few and with many changes, some of them twice, some short. */
function families(count: number, random: Random): ArticleToPlace[] {
  const articles: ArticleToPlace[] = [];
  for (let family = 0; family < count; family++) {
    const base = syntheticWords(12 + Math.floor(random.fraction() * 120), random).join(' ');
    const members = 1 + Math.floor(random.fraction() * 5);
    for (let member = 0; member < members; member++) {
      const changes = Math.floor(random.fraction() * 4);
      const number = articles.length;
      const at = Math.floor(random.fraction() * 6 * DAY);
      articles.push(article(number, replaceWords(base, changes, number), at));
    }
  }
  return articles;
}

/** The final name of each article's group, by following what was merged into what. */
function groupsAfter(articles: readonly ArticleToPlace[]): Record<string, string> {
  const index = new CopyIndex();
  const groupOf = new Map<string, string>();
  for (const each of articles) {
    const { group, merged } = index.add(each);
    groupOf.set(each.id, group);
    for (const [member, name] of groupOf) if (merged.includes(name)) groupOf.set(member, group);
  }
  return Object.fromEntries([...groupOf].sort());
}

function groupsByScan(articles: readonly ArticleToPlace[]): Record<string, string> {
  const byAge = articles.toSorted((a, b) => a.storedAt - b.storedAt || (a.id < b.id ? -1 : 1));
  const groupOf = new Map(byAge.map(each => [each.id, each.id]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const a of byAge)
      for (const b of byAge) {
        const [nameA, nameB] = [groupOf.get(a.id) ?? '', groupOf.get(b.id) ?? ''];
        if (nameA === nameB || !alike(a, b)) continue;
        const rank = (name: string) => byAge.findIndex(each => each.id === name);
        const [older, newer] = rank(nameA) < rank(nameB) ? [nameA, nameB] : [nameB, nameA];
        for (const [member, name] of groupOf) if (name === newer) groupOf.set(member, older);
        changed = true;
      }
  }
  return Object.fromEntries([...groupOf].sort());
}

function alike({ fingerprint: a }: ArticleToPlace, { fingerprint: b }: ArticleToPlace): boolean {
  const short = a.shingles < 64 && b.shingles < 64;
  return estimateJaccard(a, b) >= 0.85 || (short && hammingDistance(a, b) <= 3);
}

function flipped({ simhashHigh, simhashLow }: Fingerprint, bits: readonly number[]) {
  const mask = (from: number) =>
    bits.filter(bit => bit >= from && bit < from + 32).reduce((sum, bit) => sum | (1 << (bit - from)), 0);
  return { simhashHigh: simhashHigh ^ mask(32), simhashLow: simhashLow ^ mask(0) };
}

function article(number: number, text: string, storedAt: number): ArticleToPlace {
  return { id: id(number), fingerprint: fingerprint(text), storedAt, language: 'en' };
}

function underHeadline(each: ArticleToPlace, title: number, source: string): ArticleToPlace {
  return { ...each, source, fingerprint: { ...each.fingerprint, title } };
}

function row({ fingerprint: made, ...rest }: ArticleToPlace) {
  return { ...rest, fingerprint: encodeFingerprint(made) };
}

function id(number: number): string {
  return `0190b5a0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map(item => ({ item, key: random.fraction() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
