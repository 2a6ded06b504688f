import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { METRICS } from '../../src/metrics.ts';
import { metricsPage } from './metrics.ts';

const PAGE = join(import.meta.dirname, '../../docs/reference/metrics.md');

describe('docs/reference/metrics.md', () => {
  it('matches the catalogue', async () => {
    const written = await readFile(PAGE, 'utf8');
    assert.ok(written === metricsPage(), 'docs/reference/metrics.md is out of date: run npm run generate');
  });

  it('lists every metric once', () => {
    const [table = ''] = metricsPage().split('## Buckets');
    const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(match => match[1]);
    assert.deepEqual(listed, Object.keys(METRICS));
  });
});
