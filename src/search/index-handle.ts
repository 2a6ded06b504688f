import { Problem } from '../errors.ts';
import type { SearchEngine } from './engine/port.ts';
import type { SemanticSearch } from './semantic/semantic-search.ts';

/** The index of this process, from the moment on when a role has opened one. */
export class LocalIndex {
  #engine: SearchEngine | null = null;
  #semantic: SemanticSearch | null = null;

  get isOpen(): boolean {
    return this.#engine !== null;
  }

  /** For whoever searches. */
  get engine(): SearchEngine {
    if (this.#engine) return this.#engine;
    throw new Problem(
      'search-unavailable',
      'The process that answers here keeps no search index. Everything else works.',
    );
  }

  /** What finds articles by meaning, where a model is set. */
  get semantic(): SemanticSearch | null {
    return this.#semantic;
  }

  use(engine: SearchEngine | null, semantic: SemanticSearch | null = null): void {
    this.#engine = engine;
    this.#semantic = semantic;
  }
}
