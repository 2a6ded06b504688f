import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuery } from '../../query/parse.ts';
import { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';
import type { SearchDocument } from '../../search-document.ts';
import type { SearchOptions, SearchResult } from '../port.ts';
import { IndexReader } from './index-reader.ts';
import { IndexWriter } from './index-writer.ts';
import type { IndexView } from './lookup/index-view.ts';
import { vocabularyOf, vocabularyOfWords } from './lookup/vocabulary.ts';
import { searchView } from './search-view.ts';
import { ByteWriter } from './segment/bytes.ts';
import { SortedDictionary, SortedDictionaryWriter } from './segment/dictionary.ts';

/** An index without threads, in a temporary folder that `close` deletes: for evaluations and tests. */
export class InProcessIndex {
  readonly #folder = mkdtempSync(join(tmpdir(), 'broadsheet-search-'));
  readonly #writer = new IndexWriter(this.#folder);
  readonly #reader = new IndexReader(this.#folder);
  readonly #synonyms: SynonymIndex;
  readonly #view: IndexView;
  readonly #vocabulary: Vocabulary;

  constructor(documents: readonly SearchDocument[], synonyms: readonly (readonly string[])[] = []) {
    this.#synonyms = new SynonymIndex(synonyms);
    this.#writer.put(documents);
    this.#writer.flush();
    this.#view = this.#reader.viewOf(this.#writer.state);
    this.#vocabulary = vocabularyOf(this.#view);
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

/** A vocabulary without an index: words, and the number of articles that contain each. */
export function vocabularyFromCounts(counts: ReadonlyMap<string, number>, articles: number): Vocabulary {
  const writer = new SortedDictionaryWriter(2);
  const bytes = new ByteWriter();
  const keys = [...counts].map(([word, count]) => ({ key: Buffer.from(word), count }));
  for (const { key, count } of keys.sort((a, b) => a.key.compare(b.key))) writer.add(key, count, 0);
  writer.end(bytes);
  return vocabularyOfWords([new SortedDictionary(bytes.view())], articles);
}
