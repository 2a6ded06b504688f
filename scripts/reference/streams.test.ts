import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { STREAMS } from '../../src/streams.ts';
import { streamsPage } from './streams.ts';

const PAGE = join(import.meta.dirname, '../../docs/reference/streams.md');

describe('docs/reference/streams.md', () => {
  it('matches the catalogue', async () => {
    const written = await readFile(PAGE, 'utf8');
    assert.ok(written === streamsPage(), 'docs/reference/streams.md is out of date: run npm run generate');
  });

  it('lists every stream once', () => {
    const listed = [...streamsPage().matchAll(/^\| `([^`]+)` \|/gm)].map(match => match[1]);
    assert.deepEqual(
      listed,
      STREAMS.map(({ name }) => name),
    );
  });
});
