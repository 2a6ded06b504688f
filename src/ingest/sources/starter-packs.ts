import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { ImportedEntry } from './import.ts';

/** SRC-3: the bundled lists of feeds, by name. */
export async function listStarterPacks(directory = DIRECTORY): Promise<StarterPackFile[]> {
  const files = (await readdir(directory)).filter(file => file.endsWith('.json')).sort();
  return Promise.all(files.map(file => readPack(join(directory, file))));
}

export async function findStarterPack(id: string, directory = DIRECTORY): Promise<StarterPackFile> {
  // Only valid names become part of a path.
  const files = /^[a-z\d-]{1,60}$/.test(id) ? await readdir(directory) : [];
  if (!files.includes(`${id}.json`))
    throw new Problem('starter-pack-not-found', reason('starter-pack-unknown', { id: id.slice(0, 60) }));
  return readPack(join(directory, `${id}.json`));
}

/** As entries of an imported list; the position in the pack is the line. */
export function entriesOf({ title, topic, feeds }: StarterPackFile): ImportedEntry[] {
  return feeds.map(({ name, url }, index) => ({
    line: index + 1,
    url,
    name,
    homePage: null,
    language: null,
    folder: title,
    ...(topic === null ? {} : { category: topic }),
  }));
}

async function readPack(file: string): Promise<StarterPackFile> {
  const pack: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!isStarterPack(pack)) throw new TypeError(`${file} is not a starter pack`);
  return pack;
}

function isStarterPack(value: unknown): value is StarterPackFile {
  if (typeof value !== 'object' || value === null) return false;
  const pack: Partial<Record<keyof StarterPackFile, unknown>> = value;
  return (
    [pack.id, pack.title, pack.language].every(isText) &&
    [pack.country, pack.topic].every(field => field === null || isText(field)) &&
    Array.isArray(pack.feeds) &&
    pack.feeds.every(feed => isText(feed?.name) && isText(feed?.url))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

const DIRECTORY = join(import.meta.dirname, '../../../starter-packs');

export interface StarterPackFile {
  readonly id: string;
  readonly title: string;
  readonly country: string | null;
  readonly topic: string | null;
  /** Of most of its feeds. */
  readonly language: string;
  readonly feeds: readonly { readonly name: string; readonly url: string }[];
}
