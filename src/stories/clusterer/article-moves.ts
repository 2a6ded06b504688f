/**
 * Which articles left which story, and where they are in the end. The heir of a story that has no article left is the
 * one that has most of those it had: it lives, so whoever follows never walks in a circle or into nothing.
 */
export class Departures {
  readonly #from = new Map<string, string>();
  readonly #into = new Map<string, string>();

  /** An article may leave several times: it left its first story, and is in its last. */
  note(article: string, from: string, into: string): void {
    if (!this.#from.has(article)) this.#from.set(article, from);
    this.#into.set(article, into);
  }

  /** Every story that somebody left or came to. */
  get stories(): ReadonlySet<string> {
    return new Set([...this.#from.values(), ...this.#into.values()]);
  }

  /** The heir of each story that was left; of two that have as many, the older. */
  get heirs(): ReadonlyMap<string, string> {
    const heirs = new Map<string, string>();
    for (const [from, articles] of Map.groupBy(this.#from.keys(), article => this.#from.get(article) ?? '')) {
      const counts = [...Map.groupBy(articles, article => this.#into.get(article) ?? '')]
        .filter(([into]) => into !== from)
        .sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
      const most = counts[0];
      if (most !== undefined) heirs.set(from, most[0]);
    }
    return heirs;
  }
}
