import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Tests that need nothing but their own functions share a few processes: starting one for each takes longer than most of
 * them run. A test that starts, listens, or touches what others of the process see keeps a process of its own. Answers
 * with what is to be run: the paths of those, and of one file for each group that imports its tests.
 */
export async function writeGroups(
  root: string,
  paths: readonly string[],
  { isAlone, groups }: { readonly isAlone: (path: string) => boolean; readonly groups: number },
): Promise<string[]> {
  await rm(join(root, FOLDER), { recursive: true, force: true });
  await mkdir(join(root, FOLDER), { recursive: true });
  const pure = new Set<string>();
  for (const path of paths) if (!isAlone(path) && (await isPure(join(root, path)))) pure.add(path);
  const files = Array.from({ length: groups }, (_, number) => {
    const members = [...pure].filter((_path, index) => index % groups === number);
    return {
      path: join(FOLDER, `pure-${number + 1}.test.mjs`),
      text: members.map(path => `import ${JSON.stringify(join(root, path))};\n`).join(''),
    };
  });
  for (const { path, text } of files) await writeFile(join(root, path), text);
  return [...paths.filter(path => !pure.has(path)), ...files.map(({ path }) => path)];
}

/** By what it and its helpers for tests mention. */
async function isPure(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  if (SEEN_BY_OTHERS.test(text)) return false;
  for (const [, helper] of text.matchAll(HELPERS))
    if (helper !== undefined && !(await isPure(join(dirname(file), helper)))) return false;
  return true;
}

const FOLDER = 'node_modules/.cache/test-groups';
/** What starts something, or changes what other tests of the process would meet. */
const SEEN_BY_OTHERS =
  /\/harness\/|child_process|worker_threads|createServer|process\.|globalThis|\bmock\b|^(before|after)(Each)?\(/m;
const HELPERS = /from '(\.[^']*\.testing\.ts)'/g;
