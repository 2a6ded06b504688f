import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOfId } from '../../lib/ids.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { OTHER_SOURCE, SOURCE, someArticle } from './articles.testing.ts';
import { findArticle, revisionsOf } from './articles.ts';
import { disagreements, NO_DISAGREEMENT, testStore } from './store.testing.ts';
import { storeArticles } from './store.ts';

const { database, log, clock, store } = await testStore();
const at = (path: string) => `https://example.org/${path}`;
const kinds = async (outcomes: ReturnType<typeof store>) => (await outcomes).map(({ kind }) => kind);

test('DEDUP-1: an article is new once and known afterwards, also within one batch', async () => {
  const one = someArticle({ url: at('once') });
  const [first, second] = await store(one, one);
  assert.deepEqual([first?.kind, second?.kind], ['new', 'known']);
  assert.equal(first?.articleId, second?.articleId);
  await clock.advance(60_000);
  assert.deepEqual(await store(one), [{ kind: 'known', articleId: first?.articleId }]);
});

test('DEDUP-4: an article is read back complete, and its id contains the time of storage', async () => {
  const given = someArticle({
    url: at('whole?tab=%09'),
    guid: 'tag:example.org,2026:\\1\t"x"',
    title: 'Tab\there, back\\slash, line\nend, \r return, \\N and \\.',
    summary: '',
    bodyHtml: '<p>日本語 👩‍🚀 “quoted”</p>\n\\.\n<p>end</p>',
    modifiedAt: new Date('2026-01-15T10:00:00.123Z'),
    authors: ['"Quoted" \\ Back', 'NULL', '', '{brace, comma}', ' space '],
    categories: [],
    section: 'Kultur',
    image: { url: 'https://example.org/i.jpg', width: 640, height: null },
    extras: {
      enclosures: [{ url: 'https://example.org/a\\b.mp3', type: null }],
      place: { latitude: -1.5, longitude: 0 },
    },
    origin: 'page',
    fetchId: '0190e1a2-0000-7000-8000-0000000000ff',
  });
  const [{ articleId } = { articleId: '' }] = await store(given);
  const stored = await findArticle(database, articleId);
  assert.deepEqual(stored, { ...given, id: articleId, storedAt: timeOfId(articleId) });
  assert.equal(stored?.storedAt.getTime(), clock.now());
});

test('characters that PostgreSQL cannot store are dropped and do not fail the batch', async () => {
  const odd = someArticle({
    url: at('odd'),
    guid: 'a\0b',
    title: 'Nul\0 and half \ud83d of a pair',
    bodyText: '\0',
    authors: ['\0A'],
    extras: { commentsUrl: 'https://example.org/\0\udc00' },
  });
  const [{ articleId } = { articleId: '' }] = await store(odd);
  const stored = await findArticle(database, articleId);
  assert.equal(stored?.title, 'Nul and half \ufffd of a pair');
  assert.deepEqual([stored?.guid, stored?.authors, stored?.bodyText], ['ab', ['A'], '']);
  assert.equal(stored?.extras?.commentsUrl, 'https://example.org/\ufffd');
  assert.deepEqual(await kinds(store(odd)), ['known']);
});

test('DEDUP-3: the same guid from the same source under a new address stays the same article', async () => {
  const first = someArticle({ url: at('guid/1'), guid: 'g-1' });
  const moved = someArticle({ url: at('guid/2'), guid: 'g-1' });
  const [{ articleId } = { articleId: '' }] = await store(first);
  assert.deepEqual(await store(moved), [{ kind: 'known', articleId }]);
  // The new address is now a key of the article, also without the guid and for other sources.
  assert.deepEqual(await store({ ...moved, guid: null, sourceId: OTHER_SOURCE }), [
    { kind: 'known', articleId },
  ]);
  assert.equal((await findArticle(database, articleId))?.url, at('guid/1'));
});

test('DEDUP-3: the same guid from another source is another article', async () => {
  const mine = someArticle({ url: at('mine'), guid: '1' });
  const theirs = someArticle({ url: at('theirs'), guid: '1', sourceId: OTHER_SOURCE });
  assert.deepEqual(await kinds(store(mine, theirs)), ['new', 'new']);
});

test('a guid that arrives later with a known address becomes a key of its article', async () => {
  const [{ articleId } = { articleId: '' }] = await store(someArticle({ url: at('later') }));
  await store(someArticle({ url: at('later'), guid: 'later' }));
  assert.deepEqual(await store(someArticle({ url: at('later/moved'), guid: 'later' })), [
    { kind: 'known', articleId },
  ]);
});

test('DEDUP-1: where address and guid match two articles, the address decides and both keys stay', async () => {
  const [a, b] = await store(
    someArticle({ url: at('a'), guid: 'a' }),
    someArticle({ url: at('b'), guid: 'b' }),
  );
  assert.deepEqual(await store(someArticle({ url: at('a'), guid: 'b' })), [{ ...a, kind: 'known' }]);
  assert.deepEqual(await store(someArticle({ url: at('c'), guid: 'b' })), [{ ...b, kind: 'known' }]);
});

test('DEDUP-3: chains within one batch are followed: address, guid, address, guid', async () => {
  const outcomes = await store(
    someArticle({ url: at('chain/1'), guid: 'c-1' }),
    someArticle({ url: at('chain/2'), guid: 'c-1' }),
    someArticle({ url: at('chain/2'), guid: 'c-2' }),
    someArticle({ url: at('chain/3'), guid: 'c-2' }),
  );
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['new', 'known', 'known', 'known'],
  );
  assert.equal(new Set(outcomes.map(({ articleId }) => articleId)).size, 1);
});

test('DEDUP-2: a different text is a revision and does not change the article; white space is ignored', async () => {
  const first = someArticle({ url: at('revised') });
  const [{ articleId } = { articleId: '' }] = await store(first);
  const before = await findArticle(database, articleId);
  await clock.advance(60_000);
  const spaced = { ...first, title: ' Harbour  vote\nmoved again', bodyText: `${first.bodyText}\u00ad \n` };
  assert.deepEqual(await kinds(store(spaced)), ['known']);
  const second = { ...first, title: 'Harbour vote cancelled', publishedAt: new Date('2026-01-16T00:00:00Z') };
  assert.deepEqual(await store(second), [{ kind: 'revised', articleId }]);
  assert.deepEqual(await findArticle(database, articleId), before);
  const [revision, ...others] = await revisionsOf(database, articleId);
  assert.equal(others.length, 0);
  assert.equal(revision?.title, 'Harbour vote cancelled');
  assert.equal(revision?.seenAt.getTime(), clock.now());
});

test('DEDUP-2: a page that alternates between texts has one revision for each, in order of arrival', async () => {
  const told = (bodyText: string) => someArticle({ url: at('flapping'), bodyText });
  const [a, b, c] = [told('Version A.'), told('Version B.'), told('Version C.')];
  const [{ articleId } = { articleId: '' }] = await store(a);
  assert.deepEqual(await kinds(store(b)), ['revised']);
  assert.deepEqual(await kinds(store(a)), ['known']);
  assert.deepEqual(await kinds(store(b)), ['known']);
  assert.deepEqual(await kinds(store(c, b, c, a, told('Version D.'))), [
    'revised',
    'known',
    'known',
    'known',
    'revised',
  ]);
  const revisions = await revisionsOf(database, articleId);
  assert.deepEqual(
    revisions.map(({ bodyText }) => bodyText),
    ['Version B.', 'Version C.', 'Version D.'],
  );
});

test('DEDUP-2: two texts of one new article in one batch are the article and its revision', async () => {
  const one = someArticle({ url: at('both') });
  assert.deepEqual(await kinds(store(one, { ...one, bodyText: 'Other.' })), ['new', 'revised']);
});

test('DEDUP-2: a summary after a body is not a revision; a body after a summary is', async () => {
  const full = someArticle({ url: at('full') });
  const short = (url: string, summary: string) => someArticle({ url, summary, bodyText: '', bodyHtml: '' });
  await store(full);
  assert.deepEqual(await kinds(store(short(at('full'), 'Short.'))), ['known']);
  await store(short(at('short'), 'Short.'));
  assert.deepEqual(await kinds(store(short(at('short'), 'Changed.'))), ['revised']);
  assert.deepEqual(await kinds(store({ ...full, url: at('short') })), ['revised']);
});

test('DEDUP-4: only new articles have an event, and a rollback undoes both', async () => {
  const failing = database.transaction(async tx => {
    const newId = () => '019bc1a2-0000-7000-8000-00000000dead';
    await storeArticles(tx, { log, newId }, [someArticle({ url: at('undone') })]);
    throw new Error('on purpose');
  });
  await assert.rejects(failing, /on purpose/);
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
  const [{ articleId } = { articleId: '' }] = await store(someArticle({ url: at('told'), title: 'Told' }));
  const { data } = await database.one(
    row({ data: text }),
    sql`select data from log_events where key = ${articleId}`,
  );
  assert.deepEqual(JSON.parse(data), {
    articleId,
    sourceId: SOURCE,
    storedAt: new Date(clock.now()).toISOString(),
    publishedAt: '2026-01-15T09:30:00.000Z',
    url: at('told'),
    title: 'Told',
    language: 'en',
  });
});

test('an empty batch does nothing, and an id without a time is refused', async () => {
  assert.deepEqual(await store(), []);
  const timeless = database.transaction(tx =>
    storeArticles(tx, { log, newId: () => '0190e1a2-0000-4000-8000-000000000001' }, [
      someArticle({ url: at('timeless') }),
    ]),
  );
  await assert.rejects(timeless, /carries no time/);
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
});
