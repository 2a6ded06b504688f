/**
 * Which publisher reported which text within the window, and how many of the publishers are independent of one
 * another.
 *
 * Publishers and texts form a bipartite graph with reports as edges. The number of independent sources is the
 * size of a maximum matching: each publisher paired with a different text. Counting publishers alone is
 * fooled by a wire text in forty papers; counting texts alone, by a publisher that writes forty; and taking
 * the smaller count, by both together.
 *
 * At most `maxPairs` pairs are ever needed, which bounds what has to be kept without changing the answer: a text
 * with that many other publishers always finds a free one among the newest, and so does a publisher with as many
 * texts. With at most `maxPairs` edges at every text and publisher, `maxPairs`² of them contain that many pairs
 * (König), so the newest edges are enough.
 */
export class IndependentSources {
  readonly #maxPairs: number;
  /** Oldest first. */
  #reports: SourceReport[] = [];

  constructor(max: number) {
    this.#maxPairs = max;
  }

  /** Returns whether the report counts for the pace: not a known text, nor a publisher's sixth within the window. */
  add(edge: SourceReport, since: number): boolean {
    const known = this.#reports.find(other => isSame(other, edge));
    const recent = this.#reports.filter(({ minute }) => minute >= since);
    const isNews =
      !recent.some(({ text }) => text === edge.text) &&
      recent.filter(({ publisher }) => publisher === edge.publisher).length < this.#maxPairs;
    if (known && known.minute >= edge.minute) return isNews;
    this.#reports = this.#reports.filter(other => other !== known);
    this.#insert(edge);
    return isNews;
  }

  /** The number of independent publishers since a minute, up to `maxPairs`. */
  count(since: number): number {
    return this.#countPairs(this.#reports.filter(({ minute }) => minute >= since));
  }

  /** Whether enough independent publishers share a word that is news. Reports without words match every word. */
  shareNewsWord(since: number, needed: number, isNews: (word: number, articles: number) => boolean): boolean {
    const recent = this.#reports.filter(({ minute }) => minute >= since);
    const mute = recent.filter(({ words }) => words === undefined);
    if (this.#countPairs(mute) >= needed) return true;
    const edgesOf = new Map<number, SourceReport[]>();
    for (const edge of recent)
      for (const word of edge.words ?? []) edgesOf.set(word, [...(edgesOf.get(word) ?? []), edge]);
    return edgesOf
      .entries()
      .some(([word, edges]) => this.#countPairs([...mute, ...edges]) >= needed && isNews(word, edges.length));
  }

  absorb(other: IndependentSources): void {
    for (const edge of other.#reports) this.add(edge, Number.NEGATIVE_INFINITY);
  }

  /**
   * Merges texts that turned out to be copies. Returns the minutes of the reports that counted for the pace and no
   * longer do.
   */
  rename(texts: ReadonlySet<string>, into: string): number[] {
    const wrong = this.#reports.filter(({ text }) => texts.has(text));
    if (wrong.length === 0) return [];
    this.#reports = this.#reports.filter(({ text }) => !texts.has(text));
    const isKnown = this.#reports.some(({ text }) => text === into);
    for (const edge of wrong) this.add({ ...edge, text: into }, Number.NEGATIVE_INFINITY);
    const firsts = [...new Map(wrong.toReversed().map(({ text, minute }) => [text, minute])).values()];
    return isKnown ? firsts : firsts.toSorted((a, b) => a - b).slice(1);
  }

  /** Removes and returns the reports of some articles. */
  release(articles: ReadonlySet<string>): SourceReport[] {
    const [leaving, staying] = [true, false].map(leaves =>
      this.#reports.filter(({ article }) => articles.has(article) === leaves),
    );
    this.#reports = staying ?? [];
    return leaving ?? [];
  }

  forget(before: number): void {
    if ((this.#reports[0]?.minute ?? before) < before)
      this.#reports = this.#reports.filter(({ minute }) => minute >= before);
  }

  get size(): number {
    return this.#reports.length;
  }

  #countPairs(edges: readonly SourceReport[]): number {
    const textsOf = new Map<string, string[]>();
    for (const { publisher, text } of edges)
      textsOf.set(publisher, [...(textsOf.get(publisher) ?? []), text]);
    const takenBy = new Map<string, string>();
    let pairs = 0;
    for (const publisher of textsOf.keys()) {
      if (pairs < this.#maxPairs && findText(publisher, textsOf, takenBy, new Set())) pairs++;
    }
    return pairs;
  }

  #insert(edge: SourceReport): void {
    const index = this.#reports.findLastIndex(({ minute }) => minute <= edge.minute) + 1;
    this.#reports.splice(index, 0, edge);
    this.#keepNewest(({ text }) => text === edge.text, this.#maxPairs);
    this.#keepNewest(({ publisher }) => publisher === edge.publisher, this.#maxPairs);
    this.#keepNewest(() => true, 2 * this.#maxPairs ** 2);
  }

  #keepNewest(concerned: (edge: SourceReport) => boolean, max: number): void {
    const few = this.#reports.filter(concerned);
    if (few.length > max) this.#reports = this.#reports.filter(edge => edge !== few[0]);
  }
}

/** Pairs a publisher with a text, reassigning other publishers if needed (an augmenting path). */
function findText(
  publisher: string,
  textsOf: ReadonlyMap<string, readonly string[]>,
  takenBy: Map<string, string>,
  tried: Set<string>,
): boolean {
  for (const text of textsOf.get(publisher) ?? []) {
    if (tried.has(text)) continue;
    tried.add(text);
    const holder = takenBy.get(text);
    if (holder !== undefined && !findText(holder, textsOf, takenBy, tried)) continue;
    takenBy.set(text, publisher);
    return true;
  }
  return false;
}

function isSame(a: SourceReport, b: SourceReport): boolean {
  return a.publisher === b.publisher && a.text === b.text;
}

export interface SourceReport {
  readonly article: string;
  readonly publisher: string;
  readonly text: string;
  readonly minute: number;
  /** The salient words of the article, if known. */
  readonly words?: Iterable<number> | undefined;
}
