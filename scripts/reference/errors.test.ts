import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROBLEMS } from '../../src/errors.ts';
import { errorsPage } from './errors.ts';

const PAGE = join(import.meta.dirname, '../../docs/reference/errors.md');

describe('docs/reference/errors.md', () => {
  it('matches the catalogue', async () => {
    const written = await readFile(PAGE, 'utf8');
    assert.ok(written === errorsPage(), 'docs/reference/errors.md is out of date: run npm run generate');
  });

  it('lists every code once', () => {
    const listed = [...errorsPage().matchAll(/^\| `([^`]+)` \|/gm)].map(match => match[1]);
    assert.deepEqual(listed, Object.keys(PROBLEMS));
  });
});
