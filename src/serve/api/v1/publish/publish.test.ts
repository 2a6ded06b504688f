import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../../../../../test/harness/program.ts';
import {
  asList,
  asRecord,
  assertProblem,
  sendJson,
  sendRequest,
  type TestResponse,
} from '../../../../../test/http/support/send-request.ts';
import { createTestPeople } from '../../../../../test/http/support/test-people.ts';

const site = await testProgram({ settings: { roles: 'web' } });
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const writer = await testPeople.person();
const token = await testPeople.token(writer.userId, ['publish:write', 'sources:read']);
const sourceId = await submitSource('https://paper.example/');

test('SRC-6: only verified publishers can submit to a source', async () => {
  const article = { url: 'https://paper.example/1', title: 'One' };
  assertProblem(await publish({ sourceId, articles: [article] }), 'forbidden');
  assert.equal((await as('PUT', `/api/v1/sources/${sourceId}/publishers/${writer.userId}`)).status, 204);
  assert.equal((await as('PUT', `/api/v1/sources/${sourceId}/publishers/${writer.userId}`)).status, 204);
  const listed = (await as('GET', `/api/v1/sources/${sourceId}/publishers`)).json();
  assert.equal(asRecord(asList(listed['items'])[0])['userId'], writer.userId);
  assert.deepEqual(outcomes(await publish({ sourceId, articles: [article] })), ['new']);
  const mine = (await sendRequest(site, { path: '/api/v1/publish/sources', headers: token.headers })).json();
  assert.deepEqual(mine['items'], [{ id: sourceId, name: 'The Paper' }]);
  const elsewhere = await submitSource('https://other.example/');
  assertProblem(await publish({ sourceId: elsewhere, articles: [article] }), 'forbidden');
  const feed = asRecord(
    asList(
      (await as('POST', '/api/v1/sources', { sources: [{ url: 'https://feed.example/' }] })).json()[
        'sources'
      ],
    )[0],
  );
  assertProblem(await as('PUT', `/api/v1/sources/${feed['id']}/publishers/${writer.userId}`), 'conflict');
});

test('SRC-6: a schema.org NewsArticle is accepted, cleaned and stored under its canonical address', async () => {
  const response = await publish({
    sourceId,
    articles: [
      {
        '@context': 'https://schema.org',
        '@type': 'NewsArticle',
        mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://www.paper.example/bridge?utm_source=x' },
        headline: 'The bridge',
        datePublished: '2025-12-31T10:00:00+01:00',
        author: [{ '@type': 'Person', name: 'Ada' }],
        articleBody: 'First paragraph with <3 in it.\n\nSecond paragraph.',
        keywords: 'city, traffic',
        articleSection: 'Local',
        image: { '@type': 'ImageObject', url: 'https://img.example/1.jpg' },
      },
    ],
  });
  assert.deepEqual(outcomes(response), ['new'], response.text);
  const article = await read(response);
  assert.deepEqual(
    [article['title'], article['authors'], article['categories'], article['section'], article['origin']],
    ['The bridge', ['Ada'], ['city', 'traffic'], 'Local', 'submit'],
  );
  assert.equal(article['publishedAt'], '2025-12-31T09:00:00.000Z');
  assert.match(String(article['bodyHtml']), /<p>First paragraph with &lt;3 in it\.<\/p>/);
});

test('SRC-6: each article has its own outcome, and invalid ones do not block the others', async () => {
  const response = await publish({
    sourceId,
    articles: [
      {
        url: 'https://paper.example/good',
        title: 'Good',
        bodyHtml: '<p onclick="x">Yes</p><script>no()</script>',
      },
      { title: 'Without an address' },
      { url: 'javascript:alert(1)', title: 'Bad' },
      { url: 'https://paper.example/untitled' },
      { url: 'https://rival.example/theirs', title: 'Not ours' },
      { '@type': 'Person', url: 'https://paper.example/p', headline: 'A person' },
    ],
  });
  assert.deepEqual(outcomes(response), ['new', 'invalid', 'invalid', 'invalid', 'invalid', 'invalid']);
  const reasons = asList(response.json()['articles']).map(each => asRecord(each)['reason']);
  assert.deepEqual(reasons.slice(3), [
    'title is missing',
    'url is not on the site of the source',
    '@type is not a kind of Article',
  ]);
  assert.doesNotMatch(String((await read(response))['bodyHtml']), /script|onclick/);
});

test('DEDUP-2: another text at a known address is a revision, with a diff', async () => {
  const url = 'https://paper.example/changing';
  const first = await publish({
    sourceId,
    articles: [{ url, title: 'Rain', bodyHtml: '<p>It rains in the north.</p>' }],
  });
  const same = await publish({
    sourceId,
    articles: [{ url, title: 'Rain', bodyHtml: '<p>It rains in the north.</p>' }],
  });
  const changed = await publish({
    sourceId,
    articles: [{ url, title: 'Rain', bodyHtml: '<p>It rains in the south.</p>' }],
  });
  assert.deepEqual(
    [first, same, changed].map(each => outcomes(each)[0]),
    ['new', 'known', 'revised'],
  );
  const article = await read(first);
  assert.deepEqual([article['revisionCount'], article['bodyText']], [1, 'It rains in the north.']);
  const path = `/api/v1/articles/${article['id']}/revisions`;
  const [revision] = asList((await as('GET', path)).json()['items']).map(asRecord);
  const shown = (await as('GET', `${path}/${revision?.['id']}`)).json();
  const words = asList(asRecord(shown['difference'])['text']).map(asRecord);
  assert.deepEqual(
    words.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => [kind, text]),
    [
      ['removed', 'north'],
      ['added', 'south'],
    ],
  );
  assertProblem(await as('GET', `${path}/${article['id']}`), 'article-not-found');
});

test('SRC-6, ALL-2: a repeated submission with its key takes effect once', async () => {
  const body = { sourceId, articles: [{ url: 'https://paper.example/once', title: 'Once' }] };
  const [one, two] = [
    await publish(body, { 'idempotency-key': 'k1' }),
    await publish(body, { 'idempotency-key': 'k1' }),
  ];
  assert.deepEqual([outcomes(one), outcomes(two)], [['new'], ['new']]);
  assert.equal(two.headers['idempotency-replayed'], 'true');
});

test('SRC-6: a paused source accepts nothing, and a removed publisher cannot submit', async () => {
  const body = { sourceId, articles: [{ url: 'https://paper.example/late', title: 'Late' }] };
  await as('POST', `/api/v1/sources/${sourceId}/pause`);
  assertProblem(await publish(body), 'conflict');
  await as('POST', `/api/v1/sources/${sourceId}/resume`);
  await as('DELETE', `/api/v1/sources/${sourceId}/publishers/${writer.userId}`);
  assertProblem(await publish(body), 'forbidden');
});

test('DEDUP-2: the articles of a source are listed newest first, in pages', async () => {
  const titles: unknown[] = [];
  let cursor: unknown;
  do {
    const query = typeof cursor === 'string' ? `&cursor=${cursor}` : '';
    const body = (await as('GET', `/api/v1/sources/${sourceId}/articles?limit=2${query}`)).json();
    titles.push(...asList(body['items']).map(item => asRecord(item)['title']));
    cursor = body['nextCursor'];
  } while (cursor !== null);
  assert.deepEqual([titles.length, new Set(titles).size, titles.at(-1)], [5, 5, 'The bridge']);
});

test('SRC-3: a source is removed with its articles on request', async () => {
  const gone = await as('DELETE', `/api/v1/sources/${sourceId}?articles=remove`);
  assert.deepEqual(gone.json(), { removedArticles: 5 });
});

async function submitSource(url: string): Promise<string> {
  const response = await as('POST', '/api/v1/sources', {
    sources: [{ url, kind: 'submit', name: 'The Paper' }],
  });
  return String(asRecord(asList(response.json()['sources'])[0])['id']);
}

function publish(json: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return sendJson(site, {
    method: 'POST',
    path: '/api/v1/publish/articles',
    headers: { ...token.headers, ...headers },
    json,
  });
}

function as(method: string, path: string, json?: unknown): Promise<TestResponse> {
  const asked = { method, path, headers: operator.headers };
  return json === undefined ? sendRequest(site, asked) : sendJson(site, { ...asked, json });
}

function outcomes(response: TestResponse): unknown[] {
  return asList(response.json()['articles']).map(each => asRecord(each)['outcome']);
}

async function read(response: TestResponse): Promise<Record<string, unknown>> {
  const { articleId } = asRecord(asList(response.json()['articles'])[0]);
  return (await sendRequest(site, { path: `/api/v1/articles/${articleId}`, headers: token.headers })).json();
}
