import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rss } from '../../src/ingest/flow.testing.ts';
import { addSources } from '../../src/ingest/sources/registry.ts';
import { ManualClock, systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import type { Archive } from '../../src/platform/archive/port.ts';
import { faultyCache } from '../../src/platform/cache/contract/faulty-cache.ts';
import { createMemoryCache } from '../../src/platform/cache/memory/memory.ts';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { startPublisher } from '../harness/publisher.ts';
import { sendRequest } from './support/send-request.ts';

const newId = createIdSource(systemClock, systemRandom);

for (const [fault, operation] of [
  ['fails', () => Promise.reject(new Error('input/output error'))],
  ['hangs', () => new Promise<never>(() => undefined)],
] as const) {
  test(`ARC-1: when the archive ${fault}, fetching still stores articles`, async () => {
    const site = await testProgram({
      settings: { roles: 'web,crawl', 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms' },
      startsAt: new Date(),
      stores: { archive: archiveThat(operation) },
    });
    const feed = rss([{ path: 'http://a.example/1', title: 'Ferry returns' }]);
    const publisher = await startPublisher({ '/feed': ['application/rss+xml', feed] });
    const source = {
      name: 'Harbour Post',
      url: `${publisher}/feed`,
      kind: 'feed',
      readsPages: false,
    } as const;
    await site.database.transaction(tx => addSources(tx, { newId }, [source]));
    await eventually(async () => {
      const { articles } = await site.database.one(
        row({ articles: int8 }),
        sql`select count(*) as articles from articles`,
      );
      assert.equal(articles, 1);
    });
    const { metrics } = site.telemetry;
    assert.equal(metrics.value('archive_failures_total', { operation: 'put' }), 1);
  });
}

for (const fault of ['fails', 'hangs'] as const) {
  test(`SCALE-3: when the cache ${fault}, pages are computed and limits still count`, async () => {
    const clock = new ManualClock();
    const store = faultyCache(createMemoryCache({ clock, log: createMemoryTelemetry().log }));
    const site = await testProgram({
      settings: { roles: 'web', 'rate-limit-sign-in': '2' },
      stores: { cache: store.cache },
    });
    const reader = await signUpReader(site, 'reader');
    const { cookie } = reader;
    store.fault = fault;
    for (const path of ['/', '/trending', '/search', '/api/v1/feeds/top', '/api/v1/feeds/for-you', '/']) {
      const { status } = await sendRequest(site, { path, headers: { cookie } });
      assert.equal(status, 200, path);
    }
    await eventually(async () => {
      await sendRequest(site, { path: '/api/v1/feeds/top' });
      assert.equal(site.telemetry.metrics.value('circuit_breaker_open_total', { name: 'cache' }), 1);
    });
    assert.equal(site.telemetry.metrics.value('circuit_breaker_open', { name: 'cache' }), 1);
    const wrongPassword = () =>
      fetch(`${site.url}/api/v1/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: reader.email, password: 'a wrong password' }),
      });
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await wrongPassword()).status);
    // The sign-in before the outage counts too: these limits are in the database.
    assert.deepEqual(statuses, [401, 429, 429, 429]);
  });
}

function archiveThat(operation: () => Promise<never>): Archive {
  return {
    put: operation,
    get: operation,
    has: operation,
    stat: operation,
    delete: operation,
    deleteOlderThan: operation,
    usage: operation,
  };
}
