/**
 * Term counts of an article in columns: objects in a map would cost more than everything done with them. Terms keep
 * the order of their first occurrence. The next article overwrites them.
 */
export class TermCounts {
  size = 0;
  terms: Uint32Array = new Uint32Array(1_024);
  inTitle: Uint32Array = new Uint32Array(1_024);
  inBody: Uint32Array = new Uint32Array(1_024);
  names: Uint32Array = new Uint32Array(1_024);
  /** One more than the row, by term: open addressing with at least twice as many slots as terms. */
  #slots: Uint32Array = new Uint32Array(2_048);

  clear(): void {
    this.size = 0;
    this.#slots.fill(0);
  }

  /** Counts one occurrence; `asName` is 1 when it was written as a name. */
  add(term: number, asName: number, inTitle: boolean): void {
    const row = this.#rowFor(term);
    const column = inTitle ? this.inTitle : this.inBody;
    column[row] = (column[row] ?? 0) + 1;
    this.names[row] = (this.names[row] ?? 0) + asName;
  }

  /** -1 when the article does not have the term. */
  rowOf(term: number): number {
    return (this.#slots[this.#slotOf(term)] ?? 0) - 1;
  }

  /** The term's row, created when it is new. */
  #rowFor(term: number): number {
    const slot = this.#slotOf(term);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    if (this.size === this.terms.length) {
      this.#grow();
      return this.#rowFor(term);
    }
    const row = this.size++;
    this.#slots[slot] = this.size;
    this.terms[row] = term;
    this.inTitle[row] = 0;
    this.inBody[row] = 0;
    this.names[row] = 0;
    return row;
  }

  #grow(): void {
    const rows = 2 * this.size;
    this.terms = grown(this.terms, rows);
    this.inTitle = grown(this.inTitle, rows);
    this.inBody = grown(this.inBody, rows);
    this.names = grown(this.names, rows);
    this.#slots = new Uint32Array(2 * rows);
    for (let row = 0; row < this.size; row++) this.#slots[this.#slotOf(this.terms[row] ?? 0)] = row + 1;
  }

  #slotOf(term: number): number {
    const mask = this.#slots.length - 1;
    let slot = Math.imul(term, 0x9e3779b1) >>> 8;
    for (; ; slot++) {
      const row = this.#slots[slot & mask] ?? 0;
      if (row === 0 || this.terms[row - 1] === term) return slot & mask;
    }
  }
}

function grown(column: Uint32Array, rows: number): Uint32Array {
  const larger = new Uint32Array(rows);
  larger.set(column);
  return larger;
}
