import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchDocument } from '../../search-document.ts';
import type { EngineFigures } from '../port.ts';
import { LexiconBuilder } from './lexicon.ts';
import {
  EMPTY_MANIFEST,
  type IndexState,
  type Manifest,
  type ManifestSegment,
  readManifest,
  readRemoved,
  sweep,
  writeManifest,
  writeRemoved,
} from './manifest.ts';
import { chooseMerge } from './merge-policy.ts';
import { type MergePart, mergeSegments, type Renumbering } from './segment/merge.ts';
import { RemovedSet } from './segment/removed-set.ts';
import { IndexSegment, isSegmentIntact } from './segment/segment.ts';
import { buildSegment, FieldLengths } from './segment/segment-builder.ts';
import { uuidBytes } from './segment/uuid.ts';

/**
 * The only writer of the index.
 *
 *   put, remove --> memory --flush--> a new segment, marks on the articles it replaces, then a manifest that lists both
 *   segments of similar size --merge, step by step--> one segment, then a manifest that lists it instead of them
 *
 * Changes in memory are lost when the process ends: only a flush promises durability. Only `sweep` deletes folders;
 * it is called when no thread reads them any more.
 */
export class IndexWriter {
  readonly #folder: string;
  #parts: OpenSegment[] = [];
  #manifest: Manifest;
  #lengths: FieldLengths;
  readonly #buffered = new Map<string, SearchDocument>();
  readonly #bufferedRemovals = new Set<string>();
  #nextSegment = 1;
  #merge: RunningMerge | null = null;
  #damaged = 0;
  readonly #lexicon = new LexiconBuilder();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    // It holds the texts of all articles. An earlier version created it readable for other users.
    chmodSync(folder, 0o700);
    this.#folder = folder;
    this.#manifest = readManifest(folder) ?? EMPTY_MANIFEST;
    if (this.#manifest === EMPTY_MANIFEST && readdirSync(folder).some(name => name.startsWith('segment-')))
      this.#damaged++;
    this.#lengths = new FieldLengths(this.#manifest.lengths.documents, this.#manifest.lengths.sums);
    for (const entry of this.#manifest.segments) this.#open(entry);
    if (this.#parts.length < this.#manifest.segments.length) this.#commit();
    sweep(folder, this.#manifest);
  }

  /** A damaged segment is left out: its articles are missing until they are put again. */
  #open(entry: ManifestSegment): void {
    this.#nextSegment = Math.max(this.#nextSegment, Number(entry.name.replace('segment-', '')) + 1);
    const removed = isSegmentIntact(this.#folder, entry.name) ? readRemoved(this.#folder, entry) : null;
    if (removed === null) this.#damaged++;
    else
      this.#parts.push({
        segment: new IndexSegment(this.#folder, entry.name),
        removed,
        entry,
        isDirty: false,
      });
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  get state(): IndexState {
    const memory = this.#parts.map(({ segment, entry }) => [entry.name, segment.memory] as const);
    return { manifest: this.#manifest, memory: Object.fromEntries(memory), lexicon: this.#lexicon.lexicon };
  }

  /** Returns true when the buffer is full and should be flushed. */
  put(documents: readonly SearchDocument[]): boolean {
    for (const document of documents) {
      this.#bufferedRemovals.delete(document.id);
      this.#buffered.set(document.id, document);
    }
    return this.#buffered.size >= MAX_BUFFERED;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#buffered.delete(id);
      this.#bufferedRemovals.add(id);
    }
  }

  flush(): Manifest {
    if (this.#buffered.size === 0 && this.#bufferedRemovals.size === 0) return this.#manifest;
    const replaced = [...this.#buffered.keys(), ...this.#bufferedRemovals];
    const documents = [...this.#buffered.values()];
    const added = documents.length > 0 ? this.#build(documents) : null;
    for (const id of replaced) this.#markRemoved(id);
    if (added) this.#parts.push(added);
    this.#buffered.clear();
    this.#bufferedRemovals.clear();
    this.#commit();
    return this.#manifest;
  }

  #build(documents: readonly SearchDocument[]): OpenSegment {
    const name = this.#newName();
    buildSegment(join(this.#folder, name), documents, this.#lengths);
    return this.#opened(name, new RemovedSet(documents.length));
  }

  #newName(): string {
    return `segment-${this.#nextSegment++}`;
  }

  #opened(name: string, removed: RemovedSet): OpenSegment {
    const segment = new IndexSegment(this.#folder, name);
    const bytes = Object.values(segment.info.files).reduce((sum, file) => sum + file.bytes, 0);
    const entry = { name, documents: segment.documents, bytes, removed: null };
    return { segment, removed, entry, isDirty: removed.count > 0 };
  }

  #markRemoved(id: string): void {
    for (const part of this.#parts) {
      const document = part.segment.find(id);
      if (document !== -1 && part.removed.add(document)) part.isDirty = true;
    }
  }

  /** Everything that the new manifest lists is on disk by now. */
  #commit(): void {
    const generation = this.#manifest.generation + 1;
    this.#parts = this.#parts.filter(
      part => part.removed.count < part.segment.documents || this.#isMerging(part),
    );
    for (const part of this.#parts) {
      if (!part.isDirty) continue;
      const file = `removed-${part.entry.name.replace('segment-', '')}-${generation}`;
      part.entry = { ...part.entry, removed: writeRemoved(this.#folder, file, part.removed) };
      part.isDirty = false;
    }
    const { documents, sums } = this.#lengths;
    const segments = this.#parts.map(({ entry }) => entry);
    this.#manifest = { ...EMPTY_MANIFEST, generation, segments, lengths: { documents, sums: { ...sums } } };
    writeManifest(this.#folder, this.#manifest);
  }

  #isMerging(part: OpenSegment): boolean {
    return this.#merge?.parts.includes(part) ?? false;
  }

  /** One small step of merging or of building the lexicon; false when there is nothing to do. */
  mergeStep(): boolean {
    this.#merge ??= this.#beginMerge();
    if (this.#merge === null) return this.#rebuildLexicon();
    const step = this.#merge.steps.next();
    if (step.done) this.#endMerge(this.#merge, step.value);
    return true;
  }

  /** Search threads receive a new lexicon with the next generation. */
  #rebuildLexicon(): boolean {
    const result = this.#lexicon.step(this.#parts.map(({ segment }) => segment));
    if (result === 'changed') this.#commit();
    return result !== 'idle';
  }

  #beginMerge(): RunningMerge | null {
    const parts = chooseMerge(this.#parts);
    if (parts.length === 0) return null;
    const name = this.#newName();
    const from: MergePart[] = parts.map(({ segment, removed }) => ({ segment, removed: removed.copy() }));
    return { name, parts, from, steps: mergeSegments(join(this.#folder, name), from) };
  }

  /** Articles removed during the merge are marked in the new segment. */
  #endMerge({ name, parts, from }: RunningMerge, numbers: Renumbering): void {
    const kept = numbers.reduce(
      (sum, each) => sum + each.reduce((all, number) => all + Number(number !== -1), 0),
      0,
    );
    const removed = new RemovedSet(kept);
    for (const [index, part] of parts.entries())
      for (const [document, number] of (numbers[index] ?? []).entries())
        if (number !== -1 && part.removed.has(document) && !from[index]?.removed.has(document))
          removed.add(number);
    this.#merge = null;
    const merged = this.#opened(name, removed);
    this.#parts = [...this.#parts.filter(part => !parts.includes(part)), merged];
    this.#lexicon.onMerge(
      parts.map(({ segment }) => segment),
      merged.segment,
    );
    this.#commit();
    for (const { segment } of parts) segment.close();
  }

  /** Deletes files that neither the manifest nor a running merge uses. */
  sweep(): void {
    if (this.#merge === null) sweep(this.#folder, this.#manifest);
  }

  clear(): Manifest {
    this.#stopMerging();
    for (const { segment } of this.#parts) segment.close();
    this.#parts = [];
    this.#buffered.clear();
    this.#bufferedRemovals.clear();
    this.#lengths = new FieldLengths();
    this.#lexicon.clear();
    this.#commit();
    return this.#manifest;
  }

  /** Ids in ascending order, after this one. */
  ids(after: string | null, limit: number): string[] {
    const key = Buffer.alloc(16);
    if (after !== null) uuidBytes(after, key, 0);
    const found = this.#parts.flatMap(part => idsOf(part, key, after !== null, limit));
    return found.sort().slice(0, limit);
  }

  figures(): EngineFigures {
    const sum = (of: (part: OpenSegment) => number) => this.#parts.reduce((all, part) => all + of(part), 0);
    const removed = sum(part => part.removed.count);
    return {
      articles: sum(({ segment }) => segment.documents) - removed,
      removed,
      segments: this.#parts.length,
      bytes: sum(({ entry }) => entry.bytes),
      damaged: this.#damaged,
    };
  }

  #stopMerging(): void {
    this.#merge?.steps.return([]);
    this.#merge = null;
  }

  close(): void {
    this.#stopMerging();
    for (const { segment } of this.#parts) segment.close();
  }
}

function idsOf({ segment, removed }: OpenSegment, key: Buffer, isAfter: boolean, limit: number): string[] {
  const ids: string[] = [];
  for (let index = segment.firstIdFrom(key); index < segment.documents && ids.length < limit; index++) {
    const document = segment.documentAt(index);
    if (removed.has(document)) continue;
    const bytes = segment.idBytesOf(document);
    if (!isAfter || !bytes.equals(key)) ids.push(segment.idOf(document).id);
  }
  return ids;
}

/** About 40 MB of articles. Larger batches sort their words less often. */
const MAX_BUFFERED = 8_000;

export interface OpenSegment {
  readonly segment: IndexSegment;
  readonly removed: RemovedSet;
  entry: ManifestSegment;
  /** Has marks that are not on disk yet. */
  isDirty: boolean;
}

interface RunningMerge {
  readonly name: string;
  readonly parts: readonly OpenSegment[];
  readonly from: readonly MergePart[];
  readonly steps: Generator<void, Renumbering>;
}
