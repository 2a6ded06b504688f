/**
 * Finds the next end tag of a name. Results are cached, because hostile markup may need thousands of searches for an end
 * tag that is far away or missing, and each would run over the rest of the document.
 */
export class EndTags {
  readonly #html: string;
  readonly #known = new Map<string, EndTagSearch>();

  constructor(html: string) {
    this.#html = html;
  }

  /** The index of `</name` at or after `from`, or -1. */
  after(name: string, from: number): number {
    const known = this.#known.get(name);
    if (known && from >= known.searchedFrom && (known.foundAt < 0 || known.foundAt >= from))
      return known.foundAt;
    const foundAt = this.#search(name, from);
    this.#known.set(name, { searchedFrom: from, foundAt });
    return foundAt;
  }

  #search(name: string, from: number): number {
    const pattern = new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi');
    pattern.lastIndex = from;
    return pattern.exec(this.#html)?.index ?? -1;
  }
}

interface EndTagSearch {
  readonly searchedFrom: number;
  readonly foundAt: number;
}
