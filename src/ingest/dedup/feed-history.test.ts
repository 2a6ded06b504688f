import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { NewArticle } from '../../model/article.ts';
import { parseDocument } from '../parse/document.ts';
import { NotAFeed } from '../parse/feed/index.ts';
import { testStore } from './store.testing.ts';
import type { StoredOutcome } from './store.ts';

const { store, newId, clock } = await testStore();

/** Real documents of the same feeds over time: FOLDER/PUBLISHER/FEED/TIME_*.xml. */
const FOLDER = process.env['BROADSHEET_FEED_HISTORIES'];

test('DEDUP-6: over the life of a feed no item is lost, none is doubled, and a changed text is a revision', async () => {
  const source = newId();
  const first = items(12);
  assert.deepEqual(await kinds(source, first), { new: 12 });
  assert.deepEqual(await kinds(source, first.toReversed()), { known: 12 }, 're-ordered');
  assert.deepEqual(await kinds(source, first.map(reguided)), { known: 12 }, 're-guided');
  assert.deepEqual(await kinds(source, first.map(secured)), { known: 12 }, 'moved to https');
  assert.deepEqual(
    await kinds(source, first.map(secured).map(reguided).toReversed()),
    { known: 12 },
    'all of it',
  );
  assert.deepEqual(
    await kinds(source, [...items(15).slice(3), ...first.slice(0, 3)]),
    { known: 12, new: 3 },
    'grown',
  );
  const edited = items(15).map((item, index) =>
    index < 4 ? { ...item, text: `${item.text} Corrected.` } : item,
  );
  assert.deepEqual(await kinds(source, edited), { known: 11, revised: 4 });
  assert.deepEqual(await kinds(source, edited), { known: 15 }, 'a revision is stored once');
});

test('DEDUP-6: items that share a link, differ in the fragment, or have no link stay apart in every order', async () => {
  const variants: readonly ((item: Item) => Item)[] = [
    item => ({ ...item, link: 'http://shared.example/news' }),
    item => ({ ...item, link: `http://shared.example/changes#${item.id}` }),
    item => ({ ...item, link: null }),
  ];
  for (const variant of variants) {
    const source = newId();
    const listed = items(9).map(variant);
    assert.deepEqual(await kinds(source, listed), { new: 9 });
    assert.deepEqual(await kinds(source, listed.toReversed()), { known: 9 });
    assert.deepEqual(await kinds(source, listed.map(secured)), { known: 9 });
    assert.deepEqual(await kinds(source, listed.slice(4)), { known: 5 });
  }
});

test('DEDUP-6: in real feeds over time, no item is lost and none is doubled', {
  skip: FOLDER === undefined && 'BROADSHEET_FEED_HISTORIES names no folder of feeds over time',
}, async t => {
  const feeds = Map.groupBy(await filesIn(FOLDER ?? ''), dirname);
  const totals: Record<string, number> = { feeds: 0, documents: 0, listed: 0, new: 0, known: 0, revised: 0 };
  const add = (name: string, count = 1) => {
    totals[name] = (totals[name] ?? 0) + count;
  };
  for (const [feed, files] of feeds) {
    const source = newId();
    add('feeds');
    for (const file of files.sort()) {
      const bytes = await readFile(join(FOLDER ?? '', file));
      const document = parsed(bytes, source);
      if (document === null) {
        add('refused documents');
        continue;
      }
      const { articles, skipped } = document;
      add('documents');
      add('listed', articles.length + skipped);
      add('left out', skipped);
      const outcomes = await storeAll(articles);
      for (const { kind } of outcomes) add(kind);
      add(
        'listed twice in one document',
        articles.length - new Set(outcomes.map(({ articleId }) => articleId)).size,
      );
      assertApart(articles, outcomes, { file, add });
      const again = await storeAll(articles.toReversed());
      assert.deepEqual(
        again.filter(({ kind }) => kind === 'new'),
        [],
        `${file}: re-ordered`,
      );
      const text = bytes.toString('latin1').replaceAll('http://', 'https://');
      const https = parsed(Buffer.from(text, 'latin1'), source);
      const moved = await storeAll(https?.articles ?? []);
      add('doubled by https', moved.filter(({ kind }) => kind === 'new').length);
    }
    assert.ok(feed);
  }
  t.diagnostic(JSON.stringify(totals));
  assert.equal(totals['doubled by https'], 0);
});

/** Why two items of a document are one article; nothing but the same id, address and text is a reason. */
function assertApart(
  articles: readonly NewArticle[],
  outcomes: readonly StoredOutcome[],
  { file, add }: { readonly file: string; readonly add: (name: string) => void },
): void {
  const owners = new Map<string, NewArticle>();
  for (const [index, { articleId }] of outcomes.entries()) {
    const [article, owner] = [articles[index], owners.get(articleId)];
    if (article && owner) {
      const hasSameId = article.guid !== null && article.guid === owner.guid;
      if (hasSameId) add('one article: same id');
      else if (article.title === owner.title && article.url === owner.url)
        add(`one article: same address and title, ${article.guid === null ? 'no' : 'another'} id`);
      else
        assert.fail(
          `${file}: "${owner.title}" (${owner.guid}) and "${article.title}" (${article.guid}) are one`,
        );
    }
    if (article) owners.set(articleId, article);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('**/*.xml', { cwd: folder })) files.push(file);
  return files;
}

async function kinds(sourceId: string, listed: readonly Item[]): Promise<Record<string, number>> {
  const document = parsed(Buffer.from(rssOf(listed)), sourceId);
  assert.equal(document?.skipped, 0);
  const counts: Record<string, number> = {};
  for (const { kind } of await storeAll(document.articles)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function storeAll(articles: readonly NewArticle[]): Promise<StoredOutcome[]> {
  return store(...articles);
}

function parsed(bytes: Uint8Array, sourceId: string) {
  const context = { sourceId, fetchId: newId(), contentType: null, language: null, readsPages: false };
  const source = { kind: 'feed', settings: {}, url: 'http://paper.example/feed', now: clock.now() } as const;
  try {
    const { items: found, skipped } = parseDocument(bytes, { ...context, ...source });
    return { articles: found.map(({ article }) => article), skipped };
  } catch (error) {
    if (error instanceof NotAFeed) return null;
    throw error;
  }
}

function items(count: number): Item[] {
  return Array.from({ length: count }, (_, number) => ({
    id: `id-${number}`,
    link: `http://paper.example/2026/${number}`,
    title: `Headline number ${number}`,
    text: `What happened, told for the ${number}th time, with all that is known so far.`,
    at: new Date(clock.now() - number * 3_600_000),
  }));
}

function reguided(item: Item): Item {
  return { ...item, id: `https://cms.example/?p=${item.id}` };
}

function secured(item: Item): Item {
  return { ...item, link: item.link?.replace('http:', 'https:') ?? null };
}

function rssOf(listed: readonly Item[]): string {
  const entries = listed.map(
    ({ id, link, title, text, at }) =>
      `<item><guid isPermaLink="false">${id}</guid>${link === null ? '' : `<link>${link}</link>`}<title>${title}</title><description>${text}</description><pubDate>${at.toUTCString()}</pubDate></item>`,
  );
  return `<rss version="2.0"><channel><title>Paper</title><link>http://paper.example/</link>${entries.join('')}</channel></rss>`;
}

interface Item {
  readonly id: string;
  readonly link: string | null;
  readonly title: string;
  readonly text: string;
  readonly at: Date;
}
