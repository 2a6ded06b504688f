import assert from 'node:assert/strict';
import { prepareAccountMail } from '../../src/accounts/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createKeys } from '../../src/lib/keys.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createBroker } from '../../src/platform/broker/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { atEnd } from '../harness/cleanup.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { type Person, sameOrigin, signUpOperator, signUpReader } from '../harness/people.ts';
import type { TestProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { testStream } from '../harness/stream.ts';
import { publishTrending } from '../harness/trending.ts';
import { createTestPeople } from '../http/support/test-people.ts';

/** Fills an installation so that every page has content: news, reader state, and work of every kind. */
export async function populateSite(site: TestProgram): Promise<PopulatedSite> {
  const person = await signUpOperator(site);
  const news = await createNews(site);
  await addReaderState(person, news);
  await addOperatorState(person);
  await queueWork(site);
  const importPath = await importList(site, person);
  const deadLetter = await parkEvent(site);
  const task = await person.client.createTask({
    body: {
      kind: 'letter.send',
      name: 'Morning letter',
      schedule: { cron: '30 6 * * 1-5', timeZone: 'UTC' },
    },
  });
  const search = await person.client.saveSearch({
    body: { query: 'ferry', name: 'Ferries', email: 'daily' },
  });
  const lost = await signUpReader(site, 'lost');
  const { url } = await person.client.createPasswordLink({ params: { id: lost.userId } });
  const { accounts } = createTestPeople(site);
  const confirmation = await prepareAccountMail(accounts, { kind: 'confirmation', userId: lost.userId });
  const address = confirmation?.reserved.addressHash ?? '';
  const keys = createKeys(site.config.secret ?? '', systemRandom);
  return {
    person,
    ...news,
    task: task.id,
    search: search.id,
    deadLetter,
    importPath,
    passwordLink: url.slice(site.url.length),
    confirmEmail: `/confirm-email?code=${confirmation?.link.secret}`,
    stopMail: `/mail/stop?of=${address}&sign=${keys.sign('mail-stop', address)}`,
    stopDigest: `/digest/stop?of=${person.userId}&sign=${keys.sign('digest', person.userId)}`,
    stopSearch: `/saved-searches/stop?of=${search.id}&sign=${keys.sign('saved-search-mail', search.id)}`,
  };
}

async function createNews(site: TestProgram) {
  const { source, article, story, breaking } = await createStoryFixtures(site.database, TEST_EPOCH);
  const [herald, post] = [
    await source('The Harbour Herald'),
    await source('Evening Post', { country: 'IE' }),
  ];
  const coast = { key: 'port-marrow', name: 'Port Marrow', kind: 'place' };
  const ferry = [
    await article(herald, 'Ferry runs aground off Port Marrow with 240 people on board'),
    await article(post, 'Inquiry into ferry grounding to begin on Monday'),
  ] as const;
  const tides = await story([await article(post, 'Spring tides close the coastal road')], {
    entities: [coast],
  });
  const lead = await story(ferry, { topics: ['europe', 'transport'], entities: [coast], related: [tides] });
  await breaking(lead, { since: new Date(TEST_EPOCH.getTime() - 600_000), velocity: 2.4 });
  const ids = [lead, tides];
  for (const category of ['science', 'sports', 'politics', 'business'])
    for (let n = 1; n <= 5; n++)
      ids.push(
        await story(
          [await article(n % 2 ? herald : post, `${category} item ${n}, put off to another week`)],
          {
            category,
          },
        ),
      );
  const arabic = await article(herald, 'وصول ركاب العبارة إلى الشاطئ بسلام', {
    language: 'ar',
    summary: 'قال خفر السواحل إن الجميع بخير.',
  });
  const arabicStory = await story([arabic], { language: 'ar' });
  await storyAnnouncer(site)(ids);
  await publishTrending(site, ids.slice(0, 6));
  await fillSearchIndex(site);
  return { source: herald, story: lead, article: ferry[0].id, arabicStory, arabicArticle: arabic.id, tides };
}

async function addReaderState(
  { client }: Person,
  { story, tides }: { story: string; tides: string },
): Promise<void> {
  await client.saveStory({ params: { id: story } });
  await client.visitStory({ params: { id: tides } });
  await client.takeStance({ body: { on: 'topic', id: 'science', stance: 'follow' } });
}

async function addOperatorState({ client }: Person): Promise<void> {
  await client.addSynonyms({ body: { id: 'ferries', words: ['ferry', 'boat'], note: 'Both are in use.' } });
  await client.createSignalRule({
    body: { id: 'scrapers', kind: 'blocked-agents', settings: { fragments: ['scraper'] } },
  });
  await client.putRankingVariant({
    params: { id: 'fresher' },
    body: { settings: { weights: { freshness: 0.4 } } },
  });
  await client.startRankingExperiment({
    body: { id: 'fresher-first', control: 'standard', variant: 'fresher', share: 0.5, mode: 'live' },
  });
}

async function queueWork({ database }: TestProgram): Promise<void> {
  const telemetry = createMemoryTelemetry();
  const broker = createBroker({ database, telemetry, clock: systemClock, random: systemRandom });
  atEnd(() => broker.close());
  await broker.publishMany('letters', [{ body: { to: 'Ada' } }, { body: { to: 'Bea' } }]);
  for (const { receipt } of await broker.receive('letters', { max: 1 }))
    await broker.deadLetter(receipt, 'no such street');
}

/** Imports with the form; the response redirects to the report. */
async function importList(site: TestProgram, { cookie }: Person): Promise<string> {
  const list = new FormData();
  const opml = `<opml version="2.0"><body><outline text="Far" xmlUrl="https://far.example/feed"/><outline xmlUrl="nowhere"/></body></opml>`;
  list.set('list', new Blob([opml], { type: 'text/x-opml' }), 'list.opml');
  const response = await fetch(`${site.url}/admin/sources/import`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...sameOrigin(site.url) },
    body: list,
  });
  return response.headers.get('location') ?? '';
}

/** Dead-letters an event by a consumer that always fails. */
async function parkEvent({ database }: TestProgram): Promise<string> {
  const telemetry = createMemoryTelemetry();
  const retryDelay = { firstMs: 1, maxMs: 2 };
  const log = createLog({ database, telemetry, clock: systemClock, random: systemRandom, retryDelay });
  atEnd(() => log.close());
  await log.declare({ name: 'test.words', partitions: 1, retentionDays: 3 });
  const consumer = await log.consume({ group: 'readers', stream: testStream('test.words') }, () =>
    Promise.reject(new Error('cannot handle a stone')),
  );
  await database.transaction(async tx =>
    log.append(tx, testStream('test.words'), [{ key: 'a', value: { word: 'stone' } }]),
  );
  const letter = await eventually(async () => {
    const [first] = await log.deadLetters();
    assert.ok(first);
    return first;
  });
  await consumer.stop();
  return letter.id;
}

export interface PopulatedSite {
  readonly person: Person;
  readonly source: string;
  readonly story: string;
  readonly article: string;
  readonly arabicStory: string;
  readonly arabicArticle: string;
  readonly task: string;
  readonly search: string;
  readonly deadLetter: string;
  readonly importPath: string;
  readonly passwordLink: string;
  readonly confirmEmail: string;
  stopMail: string;
  stopDigest: string;
  readonly stopSearch: string;
}
