import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { timeClassifier } from './configured-classifier.ts';
import { type Classifier, ClassifierUnavailable } from './port.ts';

const ARTICLE = { title: 'Tennis champion wins', summary: '', bodyText: '', language: 'en' };

test('OBS-2: an external classifier observes the mean time of each article, and none for failed calls', async () => {
  const { metrics } = createMemoryTelemetry();
  let isDown = false;
  const classifier: Classifier = {
    classify: async () => {
      if (isDown) throw new ClassifierUnavailable('down');
      return [];
    },
    close: async () => undefined,
  };
  const timed = timeClassifier(classifier, { metrics });
  await timed.classify([ARTICLE, ARTICLE, ARTICLE]);
  await timed.classify([]);
  const observed = () => metrics.observed('classifier_latency_seconds', {})?.count;
  assert.equal(observed(), 3);
  isDown = true;
  await assert.rejects(timed.classify([ARTICLE]), ClassifierUnavailable);
  assert.equal(observed(), 3);
});
