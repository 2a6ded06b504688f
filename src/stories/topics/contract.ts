import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import { type ArticleForTopics, type Classifier, ClassifierUnavailable } from './port.ts';
import { CATEGORY_IDS, TAXONOMY } from './taxonomy/taxonomy.ts';

/** What a contract test needs of an implementation. */
export interface ClassifierHarness {
  readonly classifier: Classifier;
  /** Makes the classifier's backend fail; absent where nothing can fail. */
  breakDown?(): void;
  repair?(): void;
  close(): Promise<void>;
}

/** TOPIC-5: the contract of every classifier. */
export function describeClassifierContract(name: string, create: () => Promise<ClassifierHarness>): void {
  const using = (body: (harness: ClassifierHarness) => Promise<void>) => async () => {
    const harness = await create();
    try {
      await body(harness);
    } finally {
      await harness.classifier.close();
      await harness.close();
    }
  };

  describe(`TOPIC-5 the classifier ${name}`, () => {
    test(
      'labels each article, in the same order',
      using(async ({ classifier }) => {
        assert.deepEqual(await classifier.classify([]), []);
        const labels = await classifier.classify([TENNIS, SENATE, TENNIS]);
        assert.deepEqual(
          labels.map(({ category }) => category.id),
          ['sports', 'politics', 'sports'],
        );
        assert.deepEqual(labels[0], labels[2]);
      }),
    );

    test(
      'gives ids of the taxonomy, confidence from 0 to 1, and a vector of length one',
      using(assertValidLabels),
    );

    test(
      'is unavailable while its backend is down, and recovers',
      using(async ({ classifier, breakDown, repair }) => {
        if (!breakDown || !repair) return;
        breakDown();
        await assert.rejects(classifier.classify([TENNIS]), ClassifierUnavailable);
        repair();
        assert.equal((await classifier.classify([TENNIS]))[0]?.category.id, 'sports');
      }),
    );
  });
}

async function assertValidLabels({ classifier }: ClassifierHarness): Promise<void> {
  const ids = new Set(TAXONOMY.map(({ id }) => id));
  for (const { category, topics, vector } of await classifier.classify([TENNIS, SENATE])) {
    assert.ok(CATEGORY_IDS.includes(category.id));
    for (const { id } of topics) assert.ok(ids.has(id) && !CATEGORY_IDS.includes(id));
    for (const { confidence } of [category, ...topics]) assert.ok(confidence >= 0 && confidence <= 1);
    assert.deepEqual(
      topics,
      [...topics].sort((a, b) => b.confidence - a.confidence),
    );
    assert.equal(vector.length, TOPIC_DIMENSIONS);
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
  }
}

export const TENNIS: ArticleForTopics = {
  title: 'Djokovic beats Nadal to reach the Wimbledon final',
  summary: 'The tennis champion won in four sets.',
  bodyText: '',
  language: 'en',
};

const SENATE: ArticleForTopics = {
  title: 'Senate passes voting rights bill after a long night of debate',
  summary: 'Republican senators had tried to stop the legislation; the president will sign it.',
  bodyText: '',
  language: 'en',
};
