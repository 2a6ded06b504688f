/** Texts by name, limited by their total length; the least recently used is evicted first. */
export class TextCache {
  readonly #maxLength: number;
  readonly #texts = new Map<string, string>();
  #used = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(name: string): string | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    this.#texts.delete(name);
    this.#texts.set(name, text);
    return text;
  }

  /** Does not store a text that would evict many others. */
  put(name: string, text: string): void {
    if (text.length > this.#maxLength / 8 || this.#texts.has(name)) return;
    this.#texts.set(name, text);
    this.#used += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#used <= this.#maxLength) return;
      this.#texts.delete(oldest);
      this.#used -= length;
    }
  }
}
