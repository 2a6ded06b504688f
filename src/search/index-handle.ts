import { Problem } from '../errors.ts';
import type { SearchEngine } from './engine/port.ts';
import type { SemanticSearch } from './semantic/semantic-search.ts';

/** The search index of this process, once a role has opened one. */
export class SearchIndexHandle {
  #engine: SearchEngine | null = null;
  #semantic: SemanticSearch | null = null;

  get isOpen(): boolean {
    return this.#engine !== null;
  }

  /** Throws `search-unavailable` while no index is open. */
  get engine(): SearchEngine {
    if (this.#engine) return this.#engine;
    throw new Problem(
      'search-unavailable',
      'The process that answers here keeps no search index. Everything else works.',
    );
  }

  /** Semantic search, when a model is configured. */
  get semantic(): SemanticSearch | null {
    return this.#semantic;
  }

  use(engine: SearchEngine | null, semantic: SemanticSearch | null = null): void {
    this.#engine = engine;
    this.#semantic = semantic;
  }
}
