import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type DescribedArrival, describeArrivals } from '../../src/stories/ground-truth.testing.ts';
import { asStored } from '../../world/storing.ts';
import type { World } from '../../world/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'artifacts/described');

/**
 * The described articles of a span of the world. Describing takes most of the time and depends only on the world,
 * the code that describes and the models, so the result is cached under a digest of these.
 */
export async function described(world: World, from: number, until: number): Promise<DescribedArrival[]> {
  const name = `${await digestOfSources()}-${world.seed}-${from}-${until}`;
  const path = join(CACHE, name);
  if (existsSync(path)) return deserialize(await readFile(path));
  const all = [...describeArrivals(world, asStored(world, { from, until }))];
  await mkdir(CACHE, { recursive: true });
  await writeFile(path, serialize(all));
  return all;
}

async function digestOfSources(): Promise<string> {
  const files = new Set<string>();
  for (const entry of ['src/stories/describe/describe.ts', 'world/world.ts', 'world/storing.ts'])
    follow(join(ROOT, entry), files);
  const models = (await readdir(join(ROOT, 'models'), { withFileTypes: true, recursive: true }))
    .filter(entry => entry.isFile() && !UNUSED_MODELS.has(entry.name))
    .map(entry => join(entry.parentPath, entry.name));
  const digest = createHash('sha256');
  for (const file of [...files, ...models].sort()) digest.update(readFileSync(file));
  return digest.digest('hex').slice(0, 16);
}

/** A module and everything that it imports at run time. */
function follow(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm))
    follow(resolve(dirname(file), path), files);
}

/** Labels are not needed, and clustering is not part of describing. */
const UNUSED_MODELS: ReadonlySet<string> = new Set(['topics.model', 'words-joining.json', 'README.md']);
