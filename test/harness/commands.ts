import assert from 'node:assert/strict';
import { broadsheetHere } from '../../src/cli/cli.testing.ts';
import { TEST_SECRET } from './config.ts';
import type { TestProgram } from './program.ts';

/** Runs a command on the installation of a program under test. */
export function runCommandOn({ databaseUrl, config }: Site, ...args: string[]) {
  return broadsheetHere(args, {
    environment: {
      BROADSHEET_DATABASE_URL: databaseUrl,
      BROADSHEET_SECRET: TEST_SECRET,
      BROADSHEET_DATA: config.data,
    },
  });
}

/** Puts articles into the search index that were stored without an event. */
export async function fillSearchIndex(site: Site): Promise<void> {
  const { stdout, stderr } = await runCommandOn(site, 'search', 'verify');
  assert.match(stdout, /^index \S+: [1-9]/, stderr);
}

type Site = Pick<TestProgram, 'databaseUrl' | 'config'>;
