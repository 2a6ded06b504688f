import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endWatch } from './end-watch.ts';
import type { Assignment } from './messages.ts';

/** The entry of a test process, which runs the files of its assignment. `../unit-process.ts` starts it. */
const { files, limits, propertySeed }: Assignment = JSON.parse(process.argv[2] ?? '');
// A process that a test forks must not inherit the reporter.
process.execArgv.length = 0;
endWatch.begin(limits);

// The first test ends when all files are loaded; until then no other test begins. Otherwise the tests of the first file
// could end, and the after hooks run, before the second file is loaded. The reporter hides this test.
const { promise: allLoaded, resolve: loaded } = Promise.withResolvers<void>();
test('load the files', () => allLoaded);
for (const file of files) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    test(`${file} can be loaded`, () => {
      throw error;
    });
  }
}
// Hooks run in the order of their registration: this one runs after those of every file.
after(() => endWatch.hooksEnded());
if (propertySeed !== undefined) (await import('fast-check')).configureGlobal({ seed: propertySeed });
loaded();
