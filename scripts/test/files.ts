import { glob } from 'node:fs/promises';

/** The test files below the given paths; without a path, all that `npm test` runs. */
export async function findTests(root: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length > 0) return expand(root, paths);
  return (await expand(root, FOLDERS)).filter(path => !path.startsWith(BROWSER) || JOURNEYS.test(path));
}

async function expand(root: string, paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const pattern = path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.test.ts`;
    for await (const file of glob(pattern, { cwd: root })) found.add(file);
  }
  return [...found].sort();
}

const FOLDERS = ['src', 'test', 'scripts', 'benchmarks', 'world'];
const BROWSER = 'test/browser/';
/** One journey for each kind of user; `npm run test:browser` runs everything that a browser sees. */
const JOURNEYS = /^test\/browser\/journeys\//;
