import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexReader } from '../engine/embedded/index-reader.ts';
import { IndexWriter } from '../engine/embedded/index-writer.ts';
import { vocabularyOf } from '../engine/embedded/lookup/vocabulary.ts';
import { searchView } from '../engine/embedded/pipeline/search.ts';
import { SynonymIndex } from '../engine/embedded/pipeline/synonyms.ts';
import type { SearchDocument, SearchOptions, SearchResult } from '../engine/port.ts';
import { parseQuery } from '../query/parse.ts';

/** The product's index over some articles, in a folder of its own that goes when it is closed. */
export class InProcessIndex {
  readonly #folder = mkdtempSync(join(tmpdir(), 'broadsheet-search-'));
  readonly #writer = new IndexWriter(this.#folder);
  readonly #reader = new IndexReader(this.#folder);
  readonly #synonyms: SynonymIndex;

  constructor(documents: readonly SearchDocument[], synonyms: readonly (readonly string[])[] = []) {
    this.#synonyms = new SynonymIndex(synonyms);
    this.#writer.put(documents);
    this.#writer.flush();
    this.#view = this.#reader.viewOf(this.#writer.state);
    this.#vocabulary = vocabularyOf(this.#view);
  }
  readonly #view: ReturnType<IndexReader['viewOf']>;
  readonly #vocabulary: ReturnType<typeof vocabularyOf>;

  get vocabulary(): ReturnType<typeof vocabularyOf> {
    return this.#vocabulary;
  }

  search(text: string, options: SearchOptions = {}): SearchResult {
    return searchView(this.#view, this.#vocabulary, this.#synonyms, parseQuery(text), options);
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
