import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SETTINGS } from '../../src/config.ts';
import { configurationPage } from './configuration.ts';

const PAGE = join(import.meta.dirname, '../../docs/reference/configuration.md');

describe('docs/reference/configuration.md', () => {
  it('matches the catalogue', async () => {
    const written = await readFile(PAGE, 'utf8');
    assert.ok(
      written === configurationPage(),
      'docs/reference/configuration.md is out of date: run npm run generate',
    );
  });

  it('lists every setting once', () => {
    const listed = [...configurationPage().matchAll(/^\| `([^`]+)` \|/gm)].map(match => match[1]);
    assert.deepEqual(listed, Object.keys(SETTINGS));
  });
});
