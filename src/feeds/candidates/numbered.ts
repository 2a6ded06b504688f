/** A small number for each name as long as somebody holds it; numbers that nobody holds any more are given again. */
export class Numbered {
  readonly #numbers = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #holders: number[] = [];

  hold(name: string): number {
    const number = this.#numbers.get(name) ?? this.#give(name);
    this.#holders[number] = this.holders(number) + 1;
    return number;
  }

  release(name: string): void {
    const number = this.#numbers.get(name);
    if (number === undefined) return;
    this.#holders[number] = this.holders(number) - 1;
    if (this.holders(number) > 0) return;
    this.#numbers.delete(name);
    this.#free.push(number);
  }

  /** Undefined for what nobody holds. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** By how many it is held. */
  holders(number: number): number {
    return this.#holders[number] ?? 0;
  }

  /** One more than the largest number. */
  get end(): number {
    return this.#holders.length;
  }

  #give(name: string): number {
    const number = this.#free.pop() ?? this.#holders.push(0) - 1;
    this.#numbers.set(name, number);
    return number;
  }
}
