import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { test } from 'node:test';
import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { createMemoryTelemetry } from '../../../platform/telemetry/memory/memory.ts';
import { describeClassifierContract, TENNIS } from '../contract.ts';
import { createLabeller } from '../labeller.ts';
import { ClassifierUnavailable } from '../port.ts';
import { createHttpClassifier } from './http.ts';

describeClassifierContract('behind a service', async () => {
  let down = false;
  const service = await serve(async (request, response) => {
    if (down) return void response.writeHead(503).end();
    response.end(JSON.stringify({ labels: await labelled(request) }));
  });
  return {
    classifier: createHttpClassifier({
      url: service.url,
      telemetry: createMemoryTelemetry(),
      clock: systemClock,
    }),
    breakDown: () => {
      down = true;
    },
    repair: () => {
      down = false;
    },
    close: service.close,
  };
});

test('TOPIC-5: a service that keeps failing gets no calls until the breaker probes it, and the opening is counted', async () => {
  const clock = new ManualClock();
  const telemetry = createMemoryTelemetry();
  let requests = 0;
  let down = true;
  const service = await serve(async (request, response) => {
    requests++;
    if (down) return void response.writeHead(500).end();
    response.end(JSON.stringify({ labels: await labelled(request) }));
  });
  const classifier = createHttpClassifier({ url: service.url, telemetry, clock });
  for (let call = 0; call < 3; call++)
    await assert.rejects(classifier.classify([TENNIS]), ClassifierUnavailable);
  await assert.rejects(classifier.classify([TENNIS]), (error: unknown) => {
    assert.ok(error instanceof ClassifierUnavailable);
    return error.retryAfterMs !== null && error.retryAfterMs > 0;
  });
  assert.equal(requests, 3);
  assert.equal(telemetry.metrics.value('circuit_breaker_open_total', { name: 'classifier' }), 1);
  down = false;
  await clock.advance(60_000);
  assert.equal((await classifier.classify([TENNIS]))[0]?.category.id, 'sports');
  await service.close();
});

test('TOPIC-5: an answer with invalid labels counts as a failure', async () => {
  const bodies = [
    '',
    'null',
    '{"labels":[]}',
    '{"labels":[{"category":{"id":"nonsense","confidence":1},"topics":[]}]}',
    '{"labels":[{"category":{"id":"tennis","confidence":1},"topics":[]}]}',
    '{"labels":[{"category":{"id":"sports","confidence":7},"topics":[]}]}',
    '{"labels":[{"category":{"id":"sports","confidence":1},"topics":[{"id":"world","confidence":1}]}]}',
  ];
  for (const body of bodies) {
    const service = await serve((_, response) => void response.end(body));
    const classifier = createHttpClassifier({
      url: service.url,
      telemetry: createMemoryTelemetry(),
      clock: systemClock,
    });
    await assert.rejects(classifier.classify([TENNIS]), ClassifierUnavailable, body);
    await service.close();
  }
});

test('TOPIC-5: a service that times out counts as down', async () => {
  const service = await serve(() => undefined);
  const limits = { failures: 3, windowMs: 30_000, timeoutMs: 50, probeAfterMs: 60_000 };
  const classifier = createHttpClassifier({
    url: service.url,
    telemetry: createMemoryTelemetry(),
    clock: systemClock,
    limits,
  });
  await assert.rejects(classifier.classify([TENNIS]), ClassifierUnavailable);
  await service.close();
});

/** The service labels by keywords, which is enough for sports and politics. */
async function labelled(request: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const requests: unknown = JSON.parse(Buffer.concat(chunks).toString());
  assert.ok(
    typeof requests === 'object' &&
      requests !== null &&
      'articles' in requests &&
      Array.isArray(requests.articles),
  );
  const label = createLabeller({});
  return requests.articles.map(article => {
    const { category, topics } = label(article);
    return { category, topics };
  });
}

async function serve(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}/classify`,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
