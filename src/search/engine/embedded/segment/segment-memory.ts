import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { buildDensePostings } from './dense-postings.ts';
import { SortedDictionary } from './dictionary.ts';
import { DocumentColumns } from './document-columns.ts';
import { facetRecords } from './facet-records.ts';
import { keySlots } from './key-hash.ts';

/**
 * The files of a segment that almost every search reads, in memory that all threads share: each is loaded once, and
 * reading needs no system call. Positions, which only phrases need, stay on disk. Lookup tables derived from the
 * files are added.
 */
export function loadSegment(folder: string, name: string): SegmentMemory {
  const load = (file: LoadedFile) => readFile(join(folder, name, file));
  const [postings, terms, words, documents] = [
    load('postings'),
    load('terms'),
    load('words'),
    load('documents'),
  ];
  const columns = new DocumentColumns(Buffer.from(documents));
  const termKeys = new SortedDictionary(Buffer.from(terms));
  return {
    postings,
    terms,
    words,
    sounds: load('sounds'),
    documents,
    ids: load('ids'),
    speaking: load('speaking'),
    termSlots: keySlots(termKeys),
    wordSlots: keySlots(new SortedDictionary(Buffer.from(words))),
    facets: facetRecords(columns),
    dense: buildDensePostings(termKeys, new Uint8Array(postings), columns.count),
  };
}

function readFile(path: string): SharedArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const memory = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(memory);
    for (let at = 0; at < size; ) {
      const got = readSync(file, bytes, at, Math.min(size - at, MAX_READ), at);
      if (got === 0) throw new RangeError(`unexpected end of ${path}`);
      at += got;
    }
    return memory;
  } finally {
    closeSync(file);
  }
}

/** Below the limit of a single read on all systems. */
const MAX_READ = 1 << 30;

export type LoadedFile = 'postings' | 'terms' | 'words' | 'sounds' | 'documents' | 'ids' | 'speaking';

export type SegmentMemory = Readonly<
  Record<LoadedFile | 'termSlots' | 'wordSlots' | 'facets' | 'dense', SharedArrayBuffer>
>;
