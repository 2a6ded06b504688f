/** Editors' rulings, which clustering never overrides: pins, bans, stories kept apart or whole. */
export class EditorRules {
  readonly #pins = new Map<string, string>();
  readonly #bans = new Set<string>();
  readonly #apart = new Map<string, Set<string>>();
  readonly #whole = new Set<string>();

  pin(article: string, story: string): void {
    this.#pins.set(article, story);
    this.#bans.delete(`${article} ${story}`);
  }

  pinOf(article: string): string | undefined {
    return this.#pins.get(article);
  }

  ban(article: string, story: string): void {
    this.#bans.add(`${article} ${story}`);
  }

  bans(article: string, story: string): boolean {
    return this.#bans.size > 0 && this.#bans.has(`${article} ${story}`);
  }

  separate(one: string, other: string): void {
    this.#apartFrom(one).add(other);
    this.#apartFrom(other).add(one);
  }

  allow(one: string, other: string): void {
    this.#apart.get(one)?.delete(other);
    this.#apart.get(other)?.delete(one);
  }

  areApart(one: string, other: string): boolean {
    return this.#apart.get(one)?.has(other) ?? false;
  }

  keepWhole(story: string): void {
    this.#whole.add(story);
  }

  isWhole(story: string): boolean {
    return this.#whole.has(story);
  }

  /** Rulings about a merged story hold for its successor. */
  merged(from: string, into: string): void {
    for (const other of this.#apart.get(from) ?? []) if (other !== into) this.separate(into, other);
    if (this.#whole.has(from)) this.#whole.add(into);
    for (const [article, story] of this.#pins) if (story === from) this.#pins.set(article, into);
    for (const ban of this.#bans) {
      const [article, story] = ban.split(' ');
      if (story === from && article !== undefined && !this.#pins.has(article)) this.ban(article, into);
    }
  }

  #apartFrom(story: string): Set<string> {
    const known = this.#apart.get(story);
    if (known !== undefined) return known;
    const made = new Set<string>();
    this.#apart.set(story, made);
    return made;
  }
}
