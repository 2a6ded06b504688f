/** A number for each value, from 0 on in the order in which they came. */
export class ValueList {
  readonly #numbers = new Map<string, number>();
  readonly values: string[] = [];

  numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}
