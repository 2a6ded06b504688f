import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import { Problem } from '../../errors.ts';
import { systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { tryTopics } from './topics.ts';

const { database } = await testDatabase();
const newId = createIdSource(systemClock, systemRandom);
const deps = { database, newId, clock: systemClock, telemetry: createMemoryTelemetry() };
const NOTHING_SET = {
  topicsService: undefined,
  topicsServiceToken: undefined,
  topicsModel: undefined,
  topicsModelClasses: undefined,
};
const SAMPLE = {
  title: 'Striker scores twice in the cup final',
  text: 'The match was decided by a late goal.',
};

test('TOPIC-5: without a configured classifier, a sample is labelled by the built-in model', async () => {
  const tried = await tryTopics({ ...deps, config: NOTHING_SET }, SAMPLE);
  assert.equal(tried.labels.category.id, 'sports');
  assert.equal(tried.by, 'the built-in model');
});

test('TOPIC-5: a sample is labelled by the configured classifier, and its failure is reported', async () => {
  let answer: string | null = '{"labels":[{"category":{"id":"science","confidence":0.9},"topics":[]}]}';
  const service = createServer((_, response) => {
    if (answer === null) response.writeHead(503);
    response.end(answer ?? '');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => void service.close());
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const config = { ...NOTHING_SET, topicsService: `http://127.0.0.1:${port}/` };
  const tried = await tryTopics({ ...deps, config }, SAMPLE);
  assert.deepEqual(tried.labels.category, { id: 'science', confidence: 0.9 });
  assert.equal(tried.by, 'another classifier');
  answer = null;
  await assert.rejects(tryTopics({ ...deps, config }, SAMPLE), (error: unknown) => {
    assert.ok(error instanceof Problem);
    return error.code === 'timed-out' && error.message.includes('503');
  });
});
