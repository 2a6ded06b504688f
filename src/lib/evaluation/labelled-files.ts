import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/**
 * Labelled data for evaluation: a file of JSON lines, plain or gzip, or a folder with such files, at most one level
 * deep. The shape of the rows says what a file contains, never its name.
 */
export async function readLabelledFiles(path: string): Promise<LabelledFile[]> {
  const files = (await stat(path)).isDirectory() ? await filesBelow(path, 1) : [path];
  return Promise.all(files.map(async file => ({ file, rows: await rowsOf(file) })));
}

/**
 * The other files in the folder of a file, which may contain what it refers to; empty when `path` is a folder. Skips
 * files that cannot be read as labelled data.
 */
export async function readBeside(path: string): Promise<LabelledFile[]> {
  if ((await stat(path)).isDirectory()) return [];
  const others = (await filesBelow(dirname(path), 0)).filter(file => basename(file) !== basename(path));
  const read = await Promise.allSettled(others.map(async file => ({ file, rows: await rowsOf(file) })));
  return read.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
}

async function filesBelow(folder: string, levels: number): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && levels > 0) found.push(...(await filesBelow(path, levels - 1)));
    else if (/\.jsonl(?:\.gz)?$/.test(entry.name)) found.push(path);
  }
  return found;
}

async function rowsOf(file: string): Promise<LabelledRow[]> {
  const bytes = await readFile(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isPacked ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line, index) => rowOf(line, `${file}:${index + 1}`));
}

function rowOf(line: string, location: string): LabelledRow {
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new TypeError(`${location} is not an object`);
  return Object.fromEntries(Object.entries(row));
}

export interface LabelledFile {
  readonly file: string;
  readonly rows: readonly LabelledRow[];
}

export type LabelledRow = Readonly<Record<string, unknown>>;
