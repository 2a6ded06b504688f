import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { denseTerms } from './dense-postings.ts';
import { Dictionary } from './dictionary.ts';
import { DocumentColumns } from './document-columns.ts';
import { facetRecords } from './facet-records.ts';
import { keySlots } from './key-hash.ts';

/**
 * The files of a segment that nearly every search reads, in memory that all threads share: each file is there once,
 * whoever reads it, and reading costs no call into the system. Positions, which phrases alone need, stay on the disk.
 * Beside them is what is made of them once, to be found faster.
 */
export function loadSegment(folder: string, name: string): SegmentMemory {
  const load = (file: HeldFile) => fileInMemory(join(folder, name, file));
  const [postings, terms, words, documents] = [
    load('postings'),
    load('terms'),
    load('words'),
    load('documents'),
  ];
  const columns = new DocumentColumns(Buffer.from(documents));
  const termKeys = new Dictionary(Buffer.from(terms));
  return {
    postings,
    terms,
    words,
    sounds: load('sounds'),
    documents,
    ids: load('ids'),
    speaking: load('speaking'),
    termSlots: keySlots(termKeys),
    wordSlots: keySlots(new Dictionary(Buffer.from(words))),
    facets: facetRecords(columns),
    dense: denseTerms(termKeys, new Uint8Array(postings), columns.count),
  };
}

function fileInMemory(path: string): SharedArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const memory = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(memory);
    for (let at = 0; at < size; ) {
      const got = readSync(file, bytes, at, Math.min(size - at, MOST_AT_ONCE), at);
      if (got === 0) throw new RangeError(`${path} ends early`);
      at += got;
    }
    return memory;
  } finally {
    closeSync(file);
  }
}

/** Less than what one call reads at most on any system. */
const MOST_AT_ONCE = 1 << 30;

export type HeldFile = 'postings' | 'terms' | 'words' | 'sounds' | 'documents' | 'ids' | 'speaking';

export type SegmentMemory = Readonly<
  Record<HeldFile | 'termSlots' | 'wordSlots' | 'facets' | 'dense', SharedArrayBuffer>
>;
