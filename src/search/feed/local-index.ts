import { Problem } from '../../errors.ts';
import type { SearchEngine } from '../engine/port.ts';

/** The index of this process, from the moment on when a role has opened one. */
export class LocalIndex {
  #engine: SearchEngine | null = null;

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

  use(engine: SearchEngine | null): void {
    this.#engine = engine;
  }
}
