import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { int4, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { atEnd } from '../harness/cleanup.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, sendRequest } from './support/send-request.ts';

/** SRCH-10: with a model a search finds paraphrases; without it, search by words still works. */
const MEANINGS = [
  ['flood', 'deluge', 'inundation', 'water'],
  ['strike', 'walkout', 'stoppage', 'picket'],
  ['museum', 'gallery', 'exhibition', 'sketch'],
  ['harvest', 'crop', 'farm', 'orchard'],
];
const LENGTH = 32;
let isAway = false;
let requests = 0;
const model = await startModel();
const site = await testProgram({
  settings: { roles: 'web,index,tasks', 'embeddings-url': model, 'embeddings-model': 'little' },
});
const room = await createStoryFixtures(site.database, new Date(site.clock.now()));
const herald = await room.source('The Harbour Herald');
const deluge = await room.article(herald, 'Deluge swallows the lower town', { summary: 'Boats are out.' });
const walkout = await room.article(herald, 'Walkout at the port', { summary: 'Crews stay away.' });
// Many different meanings, as in real news.
const OTHERS =
  'anvil birch cedar delta ember quartz grove helix inlet jetty kiosk lemon mango nylon oasis piano'.split(
    ' ',
  );
for (const word of OTHERS) await room.article(herald, `${word} ${word} ${word}`, { summary: word });
await fillSearchIndex(site);
await site.program.drain();
await site.program.drain();

test('SRCH-10: every article has a vector', async () => {
  const { count } = await site.database.one(
    row({ count: int4 }),
    sql`select count(*)::integer as count from article_vectors where model = 'little'`,
  );
  assert.equal(count, 2 + OTHERS.length);
});

test('SRCH-10: a paraphrase is found, filters and exclusions hold, and it is explained', async () => {
  // On a busy machine the first answer of the model may be late.
  await eventually(async () => assert.equal((await search('flood')).ids[0], deluge.id));
  const found = await search('flood');
  assert.ok(!found.ids.includes(walkout.id));
  assert.match(found.meaning, /articles have a similar meaning/);
  assert.deepEqual((await search('flood -boats')).ids, []);
  assert.deepEqual((await search('flood lang:de')).ids, []);
  assert.deepEqual((await search('flood', 'date')).ids, []);
});

test('SRCH-10: an article found by words and by meaning is one result', async () => {
  const { ids } = await search('walkout');
  assert.equal(ids.filter(id => id === walkout.id).length, 1);
  assert.equal(ids[0], walkout.id);
});

test('SRCH-10: without the model search by words works, and the program soon stops calling the model', async () => {
  isAway = true;
  assert.deepEqual((await search('stoppage')).ids, []);
  for (const words of ['inundation', 'picket', 'orchard']) await search(words);
  const before = requests;
  assert.deepEqual((await search('walkout crews')).ids, [walkout.id]);
  assert.equal(requests, before);
});

async function search(q: string, sort = 'relevance'): Promise<{ ids: unknown[]; meaning: string }> {
  const query = new URLSearchParams({ q: `${q} `, sort, explain: 'true' });
  const answer = await sendRequest(site, { path: `/api/v1/search?${query}` });
  assert.equal(answer.status, 200, answer.text);
  const stages = asList(asRecord(answer.json()['explanation'])['stages']).map(asRecord);
  return {
    ids: asList(answer.json()['items']).map(item => asRecord(asRecord(item)['article'])['id']),
    meaning: String(stages.find(({ name }) => name === 'meaning')?.['notes'] ?? ''),
  };
}

/** Words of one meaning share a direction; every word adds a small direction. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: LENGTH }, () => 0.05);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = MEANINGS.findIndex(words => words.includes(word));
    const own = 4 + ([...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % (LENGTH - 4));
    vector[meaning === -1 ? own : meaning] =
      (vector[meaning === -1 ? own : meaning] ?? 0) + (meaning === -1 ? 0.3 : 1);
  }
  return vector;
}

function startModel(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      requests++;
      if (isAway) {
        response.writeHead(503).end();
        return;
      }
      const { input } = asRecord(JSON.parse(Buffer.concat(chunks).toString()));
      const data = asList(input).map((text, index) => ({ index, embedding: vectorOf(String(text)) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  atEnd(() => new Promise(resolve => server.close(() => resolve())));
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`),
    );
  });
}
