/** Assigns a small number to each name while it is in use; numbers that are no longer referenced are reused. */
export class Interner {
  readonly #numbers = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #refCounts: number[] = [];

  acquire(name: string): number {
    const number = this.#numbers.get(name) ?? this.#assign(name);
    this.#refCounts[number] = this.refCount(number) + 1;
    return number;
  }

  release(name: string): void {
    const number = this.#numbers.get(name);
    if (number === undefined) return;
    this.#refCounts[number] = this.refCount(number) - 1;
    if (this.refCount(number) > 0) return;
    this.#numbers.delete(name);
    this.#free.push(number);
  }

  /** Undefined for names that are not in use. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The number of references. */
  refCount(number: number): number {
    return this.#refCounts[number] ?? 0;
  }

  /** One more than the largest number. */
  get size(): number {
    return this.#refCounts.length;
  }

  #assign(name: string): number {
    const number = this.#free.pop() ?? this.#refCounts.push(0) - 1;
    this.#numbers.set(name, number);
    return number;
  }
}
