/** Union-find for the baselines: groups are connected components of pairs. */
export class Forest {
  readonly #parents: Int32Array;

  constructor(items: number) {
    this.#parents = Int32Array.from({ length: items }, (_, item) => item);
  }

  root(item: number): number {
    let root = item;
    while (this.#parents[root] !== root) {
      const parent = this.#parents[root] ?? root;
      this.#parents[root] = this.#parents[parent] ?? parent;
      root = parent;
    }
    return root;
  }

  join(a: number, b: number): void {
    this.#parents[this.root(b)] = this.root(a);
  }

  labels(): number[] {
    return Array.from(this.#parents, (_, item) => this.root(item));
  }
}
