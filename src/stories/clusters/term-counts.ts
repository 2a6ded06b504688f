/**
 * How often an article says each of its terms, in columns: as objects in a map they cost more than all that is done
 * with them. Terms keep the order in which they were first said. The next article overwrites those of the last.
 */
export class TermCounts {
  size = 0;
  terms: Uint32Array = new Uint32Array(1_024);
  inTitle: Uint32Array = new Uint32Array(1_024);
  inBody: Uint32Array = new Uint32Array(1_024);
  names: Uint32Array = new Uint32Array(1_024);
  /** Rows and one, by term: open addressing over at least twice as many places as there are terms. */
  #places: Uint32Array = new Uint32Array(2_048);

  clear(): void {
    this.size = 0;
    this.#places.fill(0);
  }

  /** Said once more; `asName` is 1 where it was said as a name. */
  add(term: number, asName: number, inTitle: boolean): void {
    const row = this.#rowFor(term);
    const column = inTitle ? this.inTitle : this.inBody;
    column[row] = (column[row] ?? 0) + 1;
    this.names[row] = (this.names[row] ?? 0) + asName;
  }

  /** -1 when it was not said. */
  rowOf(term: number): number {
    return (this.#places[this.#placeOf(term)] ?? 0) - 1;
  }

  /** A new one, counted nowhere yet, when it was not said before. */
  #rowFor(term: number): number {
    const place = this.#placeOf(term);
    const known = this.#places[place] ?? 0;
    if (known > 0) return known - 1;
    if (this.size === this.terms.length) {
      this.#grow();
      return this.#rowFor(term);
    }
    const row = this.size++;
    this.#places[place] = this.size;
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
    this.#places = new Uint32Array(2 * rows);
    for (let row = 0; row < this.size; row++) this.#places[this.#placeOf(this.terms[row] ?? 0)] = row + 1;
  }

  #placeOf(term: number): number {
    const mask = this.#places.length - 1;
    let place = Math.imul(term, 0x9e3779b1) >>> 8;
    for (; ; place++) {
      const row = this.#places[place & mask] ?? 0;
      if (row === 0 || this.terms[row - 1] === term) return place & mask;
    }
  }
}

function grown(column: Uint32Array, rows: number): Uint32Array {
  const larger = new Uint32Array(rows);
  larger.set(column);
  return larger;
}
