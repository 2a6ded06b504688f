import { View } from './lookup/view.ts';
import type { Manifest, ManifestSegment } from './manifest.ts';
import { readRemoved } from './manifest.ts';
import { Segment } from './segment/reader.ts';
import type { RemovedSet } from './segment/removed.ts';

/** Keeps the segments of the newest manifest open, in a thread that searches. */
export class IndexReader {
  readonly #folder: string;
  #open = new Map<string, { segment: Segment; removed: RemovedSet; entry: ManifestSegment }>();
  #generation = -1;
  #view = new View([]);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The index as this manifest has it. One that is older than what is open changes nothing. */
  viewOf(manifest: Manifest): View {
    if (manifest.generation <= this.#generation) return this.#view;
    const before = this.#open;
    this.#open = new Map(manifest.segments.map(entry => [entry.name, this.#opened(entry)]));
    for (const [name, { segment }] of before) if (!this.#open.has(name)) segment.close();
    this.#generation = manifest.generation;
    this.#view = new View([...this.#open.values()]);
    return this.#view;
  }

  #opened(entry: ManifestSegment) {
    const known = this.#open.get(entry.name);
    if (known && known.entry.removed?.file === entry.removed?.file) return known;
    const removed = readRemoved(this.#folder, entry);
    if (removed === null) throw new TypeError(`the marks of ${entry.name} are damaged`);
    return { segment: known?.segment ?? new Segment(this.#folder, entry.name), removed, entry };
  }

  close(): void {
    for (const { segment } of this.#open.values()) segment.close();
    this.#open.clear();
  }
}
