import type { TestEvent } from '../../test/harness/stream.ts';

export const CORPUS = { name: 'reads of articles', size: 'events of 180 bytes of JSON, 10,000 keys' };

/** `count` events as the signal counters receive them. */
export function events(count: number, start = 0): TestEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const n = start + index;
    const reader = (n * 7_919) % 10_000;
    return {
      key: `0190e1a2-0000-7000-8000-${String(reader).padStart(12, '0')}`,
      value: {
        kind: 'read',
        articleId: `0190e1a2-7b3c-7000-8000-${String(n % 50_000).padStart(12, '0')}`,
        seconds: n % 300,
        depth: (n % 100) / 100,
        from: 'feed',
        experiment: 'ranking-b',
        language: 'en',
      },
    };
  });
}
