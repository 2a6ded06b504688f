import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { NewArticle } from '../../model/article.ts';
import { OTHER_SOURCE, SOURCE, someArticle } from './articles.testing.ts';
import { articlesAtUrls, findArticle, revisionsOf } from './articles.ts';
import { disagreements, NO_DISAGREEMENT, testStore } from './store.testing.ts';

/**
 * Compares the store with a plain model: maps, and one article after the other. Few addresses, guids and texts, so that
 * all combinations occur.
 */
const { database, store } = await testStore();

const sighting = fc.record({
  url: fc.nat(9),
  guid: fc.option(fc.nat(5), { nil: null }),
  isOther: fc.boolean(),
  text: fc.nat(3),
});

test('DEDUP-1..DEDUP-4: random batches with repeated addresses, guids and texts give the same result as storing one by one', async () => {
  let history = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(sighting, { maxLength: 12 }), { minLength: 1, maxLength: 5 }),
      async batches => {
        const prefix = `https://example.org/${++history}`;
        const model = new Model();
        for (const batch of batches) {
          const articles = batch.map(given => articleOf(prefix, given));
          const outcomes = await store(...articles);
          assert.deepEqual(
            outcomes.map(({ kind }) => kind),
            articles.map((article, index) => model.store(article, outcomes[index]?.articleId ?? '')),
          );
        }
        assert.deepEqual(
          await articlesAtUrls(
            database,
            Array.from({ length: 10 }, (_, n) => `${prefix}/${n}`),
          ).then(sorted),
          sorted(model.urls),
        );
        for (const [id, texts] of model.texts) {
          const article = await findArticle(database, id);
          assert.ok(article, 'it is stored');
          const { bodyText, summary } = article;
          const revisions = await revisionsOf(database, id);
          assert.deepEqual(
            [bodyText || summary, ...revisions.map(revision => revision.bodyText || revision.summary)],
            texts,
          );
        }
      },
    ),
    { numRuns: 60, seed: 20_260_115, endOnFailure: true },
  );
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
});

class Model {
  readonly urls = new Map<string, string>();
  readonly texts = new Map<string, string[]>();
  readonly #guids = new Map<string, string>();
  readonly #haveBody = new Set<string>();

  /** `newId` is its id when it is new. A wrong id is visible in the maps. */
  store({ url, guid, sourceId, bodyText, summary }: NewArticle, newId: string): 'new' | 'known' | 'revised' {
    const name = `${sourceId} ${guid}`;
    const known = this.urls.get(url) ?? (guid === null ? undefined : this.#guids.get(name));
    const id = known ?? newId;
    assert.equal(id, newId);
    if (!this.urls.has(url)) this.urls.set(url, id);
    if (guid !== null && !this.#guids.has(name)) this.#guids.set(name, id);
    const texts = this.texts.get(id) ?? [];
    this.texts.set(id, texts);
    if (known === undefined) {
      assert.equal(texts.length, 0, 'a new article has the id of another');
      if (bodyText !== '') this.#haveBody.add(id);
    }
    const saysLess = known !== undefined && bodyText === '' && this.#haveBody.has(id);
    if (saysLess || texts.includes(bodyText || summary)) return 'known';
    texts.push(bodyText || summary);
    return known === undefined ? 'new' : 'revised';
  }
}

/** Text 0 is a summary without a body. Guids and addresses are unique to this run. */
function articleOf(
  prefix: string,
  given: { url: number; guid: number | null; isOther: boolean; text: number },
) {
  return someArticle({
    url: `${prefix}/${given.url}`,
    guid: given.guid === null ? null : `${prefix}#${given.guid}`,
    sourceId: given.isOther ? OTHER_SOURCE : SOURCE,
    title: 'Harbour',
    summary: 'In short.',
    bodyText: given.text === 0 ? '' : `Text ${given.text}.`,
  });
}

function sorted(map: ReadonlyMap<string, string>): [string, string][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
