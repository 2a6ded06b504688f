/** Numbers values from 0 in order of first use. */
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
