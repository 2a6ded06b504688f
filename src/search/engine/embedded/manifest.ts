import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FieldName } from '../../analysis/terms.ts';
import type { Lexicon } from './lexicon.ts';
import { readText, replaceFile, sealed, syncFolder, unsealed } from './segment/files.ts';
import { RemovedSet } from './segment/removed-set.ts';
import type { SegmentMemory } from './segment/segment-memory.ts';

/**
 * The segments of the index. A manifest is replaced as a whole, after everything that it lists is on disk. So one
 * manifest always describes the index, and files that it does not list are leftovers, which the next start deletes.
 */
export interface Manifest {
  readonly format: number;
  /** Increases with each change. */
  readonly generation: number;
  readonly segments: readonly ManifestSegment[];
  readonly lengths: { readonly documents: number; readonly sums: Readonly<Record<FieldName, number>> };
}

export interface ManifestSegment {
  readonly name: string;
  readonly documents: number;
  readonly bytes: number;
  readonly removed: { readonly file: string; readonly count: number; readonly checksum: number } | null;
}

/** What a search thread needs: the segments, and their files in shared memory. */
export interface IndexState {
  readonly manifest: Manifest;
  readonly memory: Readonly<Record<string, SegmentMemory>>;
  readonly lexicon: Lexicon | null;
}

/** Other formats and damaged files count as no index. */
export function readManifest(folder: string): Manifest | null {
  const text = readText(join(folder, FILE));
  const manifest = text === null ? undefined : (unsealed(text) as Manifest | undefined);
  return manifest?.format === FORMAT ? manifest : null;
}

export function writeManifest(folder: string, manifest: Manifest): void {
  replaceFile(join(folder, FILE), sealed(manifest));
  syncFolder(folder);
}

export const EMPTY_MANIFEST: Manifest = {
  format: 1,
  generation: 0,
  segments: [],
  lengths: { documents: 0, sums: { title: 0, tags: 0, summary: 0, body: 0 } },
};

export function writeRemoved(
  folder: string,
  file: string,
  removed: RemovedSet,
): NonNullable<ManifestSegment['removed']> {
  writeFileSync(join(folder, file), removed.bits, { flush: true });
  return { file, count: removed.count, checksum: crc32(removed.bits) };
}

/** Null when it is damaged: then it is unknown which articles of the segment are still valid. */
export function readRemoved(folder: string, { documents, removed }: ManifestSegment): RemovedSet | null {
  if (removed === null) return new RemovedSet(documents);
  if (!readdirSync(folder).includes(removed.file)) return null;
  const bits = readFileSync(join(folder, removed.file));
  return crc32(bits) === removed.checksum ? new RemovedSet(documents, bits) : null;
}

/** Deletes the index files in the folder that the manifest does not list. */
export function sweep(folder: string, manifest: Manifest): void {
  const named = new Set([
    FILE,
    ...manifest.segments.flatMap(({ name, removed }) => (removed ? [name, removed.file] : [name])),
  ]);
  for (const name of readdirSync(folder))
    if (!named.has(name) && INDEX_FILES.test(name))
      rmSync(join(folder, name), { recursive: true, force: true });
}

const FILE = 'manifest.json';
/** Increase this when the files or the analysis of words change: the index is then rebuilt. */
const FORMAT = 1;
/** Names of index files; foreign files in the folder stay. */
const INDEX_FILES = /^(?:new-)?(?:segment-\d+|removed-\d+-\d+|manifest\.json(?:\.new)?)$/;
