import { SALIENT_TERMS, weightOfPacked } from './packed.ts';
import type { Probe } from './probe.ts';

/** The sum of a story's articles as a sparse vector: terms ascending, the lightest dropped. */
export class Centroid {
  #terms: Uint32Array = NOTHING;
  #weights: Float32Array = NO_WEIGHTS;
  #length = 0;
  /** Its heaviest terms, each followed by its weight. */
  #heaviest: readonly number[] = [];
  /** The squared length that the sum would have if no term had been dropped. */
  #squares = 0;

  static of(articles: Iterable<Uint32Array>): Centroid {
    const centroid = new Centroid();
    for (const words of articles) centroid.add(words);
    return centroid;
  }

  /** The length of the sum. */
  get length(): number {
    return this.#length;
  }

  /** The mean cosine of all pairs of articles, given their number. */
  coherence(articles: number): number {
    return Math.max(0, (this.#squares / articles - 1) / (articles - 1));
  }

  /** The mean cosine of all pairs with one article from each side. */
  meanCosine(articles: number, other: Centroid, others: number): number {
    return this.#product(other.#terms, other.#weights) / (articles * others);
  }

  get terms(): Uint32Array {
    return this.#terms;
  }

  /** The terms with the most weight, heaviest first, each followed by its weight. */
  get heaviest(): readonly number[] {
    return this.#heaviest;
  }

  /** The number of values held. */
  get size(): number {
    return this.#terms.length + this.#weights.length + this.#heaviest.length;
  }

  /** Touches the arrays, so that they are in the cache when they are compared. */
  prefetch(): number {
    const [terms, weights] = [this.#terms, this.#weights];
    const middle = terms.length >> 1;
    const seen = (terms[0] ?? 0) + (weights[0] ?? 0) + (terms[middle] ?? 0) + (weights[middle] ?? 0);
    return seen + (this.#heaviest[0] ?? 0);
  }

  add(words: Uint32Array): void {
    const { product, count } = sum(this.#terms, this.#weights, words);
    this.#squares += 2 * product + 1;
    [this.#terms, this.#weights] = count > MAX_TERMS ? heaviest(count) : copied(count);
    this.#measure();
  }

  /** The cosine of an article and the sum. */
  cosine(words: Uint32Array): number {
    const terms = this.#terms;
    let sum = 0;
    let at = 0;
    for (let next = 0; next < words.length; next++) {
      const word = words[next] ?? 0;
      const term = word >>> 8;
      while (at < terms.length && (terms[at] ?? 0) < term) at++;
      if (terms[at] === term) sum += (this.#weights[at] ?? 0) * weightOfPacked(word);
    }
    return this.#length === 0 ? 0 : sum / this.#length;
  }

  /** The same for the probe's article, which is subtracted from the sum first when it is part of it. */
  cosineWith(article: Probe, isPart: boolean): number {
    if (this.#length === 0) return 0;
    const sum = article.product(this.#terms, this.#weights);
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

  /** Subtracts an article. Terms that were dropped since stay dropped. */
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

  /** Computed when an article is added or removed, because the story is compared far more often. */
  #measure(): void {
    let squares = 0;
    for (const weight of this.#weights) squares += weight * weight;
    this.#length = Math.sqrt(squares);
    this.#heaviest = heaviestTerms(this.#terms, this.#weights, SALIENT_TERMS);
  }
}

/** Merges a sparse vector and an article into the scratch arrays. Returns their product and the number of terms. */
function sum(terms: Uint32Array, weights: Float32Array, words: Uint32Array): Summed {
  let [i, j, count, product] = [0, 0, 0, 0];
  while (i < terms.length || j < words.length) {
    const left = i < terms.length ? (terms[i] ?? 0) : NO_TERM;
    const word = words[j] ?? 0;
    const right = j < words.length ? word >>> 8 : NO_TERM;
    const ownWeight = left <= right ? (weights[i++] ?? 0) : 0;
    const addedWeight = right <= left ? weightOfPacked(word) : 0;
    if (right <= left) j++;
    product += ownWeight * addedWeight;
    summedTerms[count] = Math.min(left, right);
    summedWeights[count++] = ownWeight + addedWeight;
  }
  return { product, count };
}

function copied(count: number): [Uint32Array, Float32Array] {
  return [summedTerms.slice(0, count), summedWeights.slice(0, count)];
}

/** One pass with insertion, since few of many are wanted. Ties go to the smaller term. */
function heaviestTerms(terms: Uint32Array, weights: Float32Array, limit: number): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < terms.length; at++) {
    const weight = weights[at] ?? 0;
    if (found.length === 2 * limit && weight <= (found[2 * limit - 1] ?? 0)) continue;
    let slot = Math.min(found.length, 2 * limit - 2);
    for (; slot > 0 && (found[slot - 1] ?? 0) < weight; slot -= 2) {
      found[slot] = found[slot - 2] ?? 0;
      found[slot + 1] = found[slot - 1] ?? 0;
    }
    found[slot] = terms[at] ?? 0;
    found[slot + 1] = weight;
  }
  return found;
}

/** Ties go to the smaller term, so that the same sum always keeps the same words. */
function heaviest(count: number): [Uint32Array, Float32Array] {
  const threshold = nthLargest(summedWeights.subarray(0, count), KEPT_TERMS);
  let kept = 0;
  for (let at = 0; at < count && kept < KEPT_TERMS; at++) {
    if ((summedWeights[at] ?? 0) < threshold) continue;
    // The write position never passes the read position.
    summedTerms[kept] = summedTerms[at] ?? 0;
    summedWeights[kept++] = summedWeights[at] ?? 0;
  }
  return copied(kept);
}

/** Quickselect, which costs a fraction of sorting. */
function nthLargest(values: Float32Array, nth: number): number {
  const left = values.slice();
  const wanted = left.length - nth;
  let [low, high] = [0, left.length - 1];
  while (low < high) {
    const pivot = left[(low + high) >> 1] ?? 0;
    let [i, j] = [low, high];
    while (i <= j) {
      while ((left[i] ?? 0) < pivot) i++;
      while ((left[j] ?? 0) > pivot) j--;
      if (i > j) break;
      const swapped = left[i] ?? 0;
      left[i++] = left[j] ?? 0;
      left[j--] = swapped;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return left[wanted] ?? 0;
}

const NOTHING = new Uint32Array(0);
const NO_WEIGHTS = new Float32Array(0);
const NO_TERM = 0xffffffff;
/** Cut back to KEPT_TERMS only when MAX_TERMS is exceeded, so that the selection is rare. */
const MAX_TERMS = 384;
const KEPT_TERMS = 256;

/** Scratch space of one call. An article has at most as many words as a byte counts. */
const summedTerms = new Uint32Array(MAX_TERMS + 256);
const summedWeights = new Float32Array(MAX_TERMS + 256);

interface Summed {
  readonly product: number;
  readonly count: number;
}
