/**
 * Which articles left which story, and where they ended up. The successor of a story without articles is the story
 * that has most of them now. It still exists, so redirects never form a cycle or end in nothing.
 */
export class ArticleMoves {
  readonly #from = new Map<string, string>();
  readonly #into = new Map<string, string>();

  /** An article may move several times: the first origin and the last destination count. */
  record(article: string, from: string, into: string): void {
    if (!this.#from.has(article)) this.#from.set(article, from);
    this.#into.set(article, into);
  }

  /** How many articles moved. */
  get count(): number {
    return this.#from.size;
  }

  /** Every story that lost or gained an article. */
  get stories(): ReadonlySet<string> {
    return new Set([...this.#from.values(), ...this.#into.values()]);
  }

  /** The successor of each story that lost articles; ties go to the older story. */
  get successors(): ReadonlyMap<string, string> {
    const successors = new Map<string, string>();
    for (const [from, articles] of Map.groupBy(this.#from.keys(), article => this.#from.get(article) ?? '')) {
      const counts = [...Map.groupBy(articles, article => this.#into.get(article) ?? '')]
        .filter(([into]) => into !== from)
        .sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1));
      const largest = counts[0];
      if (largest !== undefined) successors.set(from, largest[0]);
    }
    return successors;
  }
}
