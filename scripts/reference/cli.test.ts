import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { cliPage } from './cli.ts';

const PAGE = join(import.meta.dirname, '../../docs/reference/cli.md');

describe('docs/reference/cli.md', () => {
  it('matches the catalogue', async () => {
    const written = await readFile(PAGE, 'utf8');
    assert.ok(written === cliPage(), 'docs/reference/cli.md is out of date: run npm run generate');
  });

  it('has exactly one section for each command', () => {
    const sections = [...cliPage().matchAll(/^## (.+)$/gm)].map(match => match[1]);
    assert.deepEqual(
      sections,
      COMMANDS.map(({ name }) => name),
    );
  });
});
