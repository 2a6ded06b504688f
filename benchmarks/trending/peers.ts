import { createRequire } from 'node:module';
import { CountMinSketch } from '../../src/signals/trending/counting/count-min.ts';

/** Each counts one list without windows, the minimum work of a method, and returns the top `k` items. */
export const PEERS: Readonly<Record<string, () => Counter>> = {
  'exact Map': () => {
    const counts = new Map<number, number>();
    return {
      add: item => counts.set(item, (counts.get(item) ?? 0) + 1),
      top: k => largest(counts, k),
    };
  },
  'Count-Min 2048 x 5, added, and 1,000 candidates': () => {
    const sketch = new CountMinSketch();
    return withCandidates(item => {
      sketch.add(0, item, 1);
      return sketch.estimate(0, item);
    });
  },
  'Space-Saving with 16,384 counters, evicted in halves': () => {
    let counts = new Map<number, number>();
    let floor = 0;
    return {
      add: item => {
        counts.set(item, (counts.get(item) ?? floor) + 1);
        if (counts.size <= 16_384) return;
        const ordered = [...counts].sort((a, b) => b[1] - a[1]);
        floor = ordered[8192]?.[1] ?? 0;
        counts = new Map(ordered.slice(0, 8192));
      },
      top: k => largest(counts, k),
    };
  },
  'npm bloom-filters TopK': () => {
    const { TopK }: { TopK: new (k: number, errorRate: number, accuracy: number) => BloomTopK } =
      require('bloom-filters');
    const topK = new TopK(100, Math.E / 2048, Math.exp(-5));
    return {
      add: item => topK.add(String(item)),
      top: () => Array.from(topK.values(), ({ value }) => Number(value)),
    };
  },
  'npm count-min-sketch and 1,000 candidates': () => {
    const create: (accuracy: number, chance: number) => NpmSketch = require('count-min-sketch');
    const sketch = create(Math.E / 2048, Math.exp(-5));
    return withCandidates(item => {
      sketch.update(item, 1);
      return sketch.query(item);
    });
  },
};

/** The usual top list from a sketch: the candidates with the largest estimates; the lower half is evicted when full. */
function withCandidates(count: (item: number) => number): Counter {
  let candidates = new Map<number, number>();
  let minEstimate = 0;
  return {
    add: item => {
      const estimate = count(item);
      if (estimate <= minEstimate) return;
      candidates.set(item, estimate);
      if (candidates.size <= 2000) return;
      const ordered = [...candidates].sort((a, b) => b[1] - a[1]);
      minEstimate = ordered[1000]?.[1] ?? 0;
      candidates = new Map(ordered.slice(0, 1000));
    },
    top: k => largest(candidates, k),
  };
}

function largest(counts: ReadonlyMap<number, number>, k: number): number[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([item]) => item);
}

const require = createRequire(import.meta.url);

interface Counter {
  add(item: number): unknown;
  top(k: number): number[];
}

interface BloomTopK {
  add(item: string): void;
  values(): Iterable<{ value: string }>;
}

interface NpmSketch {
  update(item: number, count: number): void;
  query(item: number): number;
}
