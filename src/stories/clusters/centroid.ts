import { placeOf, weightOfPacked } from './packed.ts';

/** The sum of the articles of a story as a sparse vector: terms ascending, the least of them dropped. */
export class Centroid {
  #terms: Uint32Array = NOTHING;
  #weights: Float32Array = NO_WEIGHTS;
  #length = 0;
  /** Its heaviest terms, until it changes. */
  #heaviest: Uint32Array | undefined;
  /** Square of the length that the sum would have if nothing had been dropped. */
  #squares = 0;

  static of(articles: Iterable<Uint32Array>): Centroid {
    const centroid = new Centroid();
    for (const words of articles) centroid.add(words);
    return centroid;
  }

  /** Of the sum. */
  get length(): number {
    return this.#length;
  }

  /** How alike the articles are, on the mean of all pairs, when there are that many. */
  coherence(articles: number): number {
    return Math.max(0, (this.#squares / articles - 1) / (articles - 1));
  }

  /** Cosine of an article of the one and an article of the other, on the mean of all pairs. */
  meanCosine(articles: number, other: Centroid, others: number): number {
    return this.#product(other.#terms, other.#weights) / (articles * others);
  }

  get terms(): Uint32Array {
    return this.#terms;
  }

  /** Of a term in the sum. */
  weightOf(term: number): number {
    const at = placeOf(term, this.#terms, 0);
    return at < 0 ? 0 : (this.#weights[at] ?? 0);
  }

  /** The terms with the most weight, heaviest first. */
  heaviest(most: number): Uint32Array {
    this.#heaviest ??= heaviestTerms(this.#terms, this.#weights, most);
    return this.#heaviest;
  }

  add(words: Uint32Array): void {
    const terms = Uint32Array.from(words, word => word >>> 8);
    const weights = Float32Array.from(words, weightOfPacked);
    this.#squares += 2 * this.#product(terms, weights) + 1;
    this.#sum(terms, weights);
  }

  /** Cosine of an article and the sum, without itself when it is part of the sum. */
  cosine(words: Uint32Array, isPart = false): number {
    const terms = this.#terms;
    let sum = 0;
    let at = 0;
    for (let next = 0; next < words.length; next++) {
      const word = words[next] ?? 0;
      const term = word >>> 8;
      while (at < terms.length && (terms[at] ?? 0) < term) at++;
      if (terms[at] === term) sum += (this.#weights[at] ?? 0) * weightOfPacked(word);
    }
    if (this.#length === 0) return 0;
    if (!isPart) return sum / this.#length;
    return Math.max(0, sum - 1) / Math.sqrt(Math.max(1, this.#length ** 2 - 2 * sum + 1));
  }

  cosineTo(other: Centroid): number {
    const product = this.#product(other.#terms, other.#weights);
    return product === 0 ? 0 : product / (this.#length * other.#length);
  }

  bytes(): number {
    return this.#terms.byteLength + this.#weights.byteLength;
  }

  /** Takes an article out again; words that were dropped meanwhile stay dropped. */
  remove(words: Uint32Array): void {
    const [terms, weights] = [this.#terms, this.#weights];
    let at = 0;
    this.#squares = Math.max(0, this.#squares - 2 * this.cosine(words) * this.#length + 1);
    for (const word of words) {
      while (at < terms.length && (terms[at] ?? 0) < word >>> 8) at++;
      if (terms[at] === word >>> 8) weights[at] = Math.max(0, (weights[at] ?? 0) - weightOfPacked(word));
    }
    this.#measure();
  }

  #product(terms: Uint32Array, weights: Float32Array): number {
    let [i, j, sum] = [0, 0, 0];
    while (i < this.#terms.length && j < terms.length) {
      const difference = (this.#terms[i] ?? 0) - (terms[j] ?? 0);
      if (difference === 0) sum += (this.#weights[i] ?? 0) * (weights[j] ?? 0);
      if (difference <= 0) i++;
      if (difference >= 0) j++;
    }
    return sum;
  }

  #sum(terms: Uint32Array, weights: Float32Array): void {
    const merged = merge(this.#terms, this.#weights, terms, weights);
    [this.#terms, this.#weights] =
      merged.terms.length > MOST ? heaviest(merged) : [merged.terms, merged.weights];
    this.#measure();
  }

  #measure(): void {
    let squares = 0;
    for (const weight of this.#weights) squares += weight * weight;
    this.#length = Math.sqrt(squares);
    this.#heaviest = undefined;
  }
}

function merge(
  aTerms: Uint32Array,
  aWeights: Float32Array,
  bTerms: Uint32Array,
  bWeights: Float32Array,
): Sparse {
  const terms = new Uint32Array(aTerms.length + bTerms.length);
  const weights = new Float32Array(terms.length);
  let [i, j, count] = [0, 0, 0];
  while (i < aTerms.length || j < bTerms.length) {
    const left = aTerms[i] ?? NEVER;
    const right = bTerms[j] ?? NEVER;
    terms[count] = Math.min(left, right);
    weights[count++] = (left <= right ? (aWeights[i] ?? 0) : 0) + (right <= left ? (bWeights[j] ?? 0) : 0);
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return { terms: terms.slice(0, count), weights: weights.slice(0, count) };
}

/** One after the other, since few are wanted of many. Ties go to the smaller term. */
function heaviestTerms(terms: Uint32Array, weights: Float32Array, most: number): Uint32Array {
  const left = weights.slice();
  const found = new Uint32Array(Math.min(most, terms.length));
  for (let place = 0; place < found.length; place++) {
    let best = 0;
    for (let at = 1; at < left.length; at++) if ((left[at] ?? 0) > (left[best] ?? 0)) best = at;
    found[place] = terms[best] ?? 0;
    left[best] = -1;
  }
  return found;
}

/** Ties go to the smaller term, so that the same sum always keeps the same words. */
function heaviest({ terms, weights }: Sparse): [Uint32Array, Float32Array] {
  const least = weights.toSorted()[weights.length - KEPT] ?? 0;
  const kept: number[] = [];
  for (let at = 0; at < terms.length && kept.length < KEPT; at++)
    if ((weights[at] ?? 0) >= least) kept.push(at);
  return [Uint32Array.from(kept, at => terms[at] ?? 0), Float32Array.from(kept, at => weights[at] ?? 0)];
}

const NOTHING = new Uint32Array(0);
const NO_WEIGHTS = new Float32Array(0);
const NEVER = 0xffffffff;
/** Cut back to KEPT only when MOST is passed, so that the sort is rare. */
const MOST = 384;
const KEPT = 256;

interface Sparse {
  readonly terms: Uint32Array;
  readonly weights: Float32Array;
}
