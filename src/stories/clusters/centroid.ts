import { TELLING, weightOfPacked } from './packed.ts';
import type { Probe } from './probe.ts';

/** The sum of the articles of a story as a sparse vector: terms ascending, the least of them dropped. */
export class Centroid {
  #terms: Uint32Array = NOTHING;
  #weights: Float32Array = NO_WEIGHTS;
  #length = 0;
  /** Its heaviest terms, each followed by its weight. */
  #heaviest: readonly number[] = [];
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

  /** The few terms with the most weight, heaviest first, each followed by its weight in the sum. */
  get heaviest(): readonly number[] {
    return this.#heaviest;
  }

  /** How many numbers it is. */
  get size(): number {
    return this.#terms.length + this.#weights.length + this.#heaviest.length;
  }

  /** Something of its arrays, so that these are on their way. */
  glimpse(): number {
    const [terms, weights] = [this.#terms, this.#weights];
    const middle = terms.length >> 1;
    const seen = (terms[0] ?? 0) + (weights[0] ?? 0) + (terms[middle] ?? 0) + (weights[middle] ?? 0);
    return seen + (this.#heaviest[0] ?? 0);
  }

  add(words: Uint32Array): void {
    const { product, count } = sum(this.#terms, this.#weights, words);
    this.#squares += 2 * product + 1;
    [this.#terms, this.#weights] = count > MOST ? heaviest(count) : copied(count);
    this.#measure();
  }

  /** Cosine of an article and the sum. */
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

  /** The same of an article that a probe stands for, without itself when it is part of the sum. */
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

  /** Once for each article that comes or goes: whoever compares the story, and many do, finds it done. */
  #measure(): void {
    let squares = 0;
    for (const weight of this.#weights) squares += weight * weight;
    this.#length = Math.sqrt(squares);
    this.#heaviest = heaviestTerms(this.#terms, this.#weights, TELLING);
  }
}

/** Writes a sparse vector and an article together into the scratch arrays; says their product, and how many terms it is. */
function sum(terms: Uint32Array, weights: Float32Array, words: Uint32Array): Summed {
  let [i, j, count, product] = [0, 0, 0, 0];
  while (i < terms.length || j < words.length) {
    const left = i < terms.length ? (terms[i] ?? 0) : NEVER;
    const word = words[j] ?? 0;
    const right = j < words.length ? word >>> 8 : NEVER;
    const here = left <= right ? (weights[i++] ?? 0) : 0;
    const there = right <= left ? weightOfPacked(word) : 0;
    if (right <= left) j++;
    product += here * there;
    summedTerms[count] = Math.min(left, right);
    summedWeights[count++] = here + there;
  }
  return { product, count };
}

function copied(count: number): [Uint32Array, Float32Array] {
  return [summedTerms.slice(0, count), summedWeights.slice(0, count)];
}

/** In one pass, since few are wanted of many. Ties go to the smaller term. */
function heaviestTerms(terms: Uint32Array, weights: Float32Array, most: number): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < terms.length; at++) {
    const weight = weights[at] ?? 0;
    if (found.length === 2 * most && weight <= (found[2 * most - 1] ?? 0)) continue;
    let place = Math.min(found.length, 2 * most - 2);
    for (; place > 0 && (found[place - 1] ?? 0) < weight; place -= 2) {
      found[place] = found[place - 2] ?? 0;
      found[place + 1] = found[place - 1] ?? 0;
    }
    found[place] = terms[at] ?? 0;
    found[place + 1] = weight;
  }
  return found;
}

/** Ties go to the smaller term, so that the same sum always keeps the same words. */
function heaviest(count: number): [Uint32Array, Float32Array] {
  const least = nthLargest(summedWeights.subarray(0, count), KEPT);
  let kept = 0;
  for (let at = 0; at < count && kept < KEPT; at++) {
    if ((summedWeights[at] ?? 0) < least) continue;
    // Never behind what is still to be read.
    summedTerms[kept] = summedTerms[at] ?? 0;
    summedWeights[kept++] = summedWeights[at] ?? 0;
  }
  return copied(kept);
}

/** By parting the values around one of them again and again, which costs a fraction of sorting them. */
function nthLargest(values: Float32Array, nth: number): number {
  const left = values.slice();
  const place = left.length - nth;
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
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return left[place] ?? 0;
}

const NOTHING = new Uint32Array(0);
const NO_WEIGHTS = new Float32Array(0);
const NEVER = 0xffffffff;
/** Cut back to KEPT only when MOST is passed, so that the sort is rare. */
const MOST = 384;
const KEPT = 256;

/** Between two calls they mean nothing. An article has no more words than a byte counts. */
const summedTerms = new Uint32Array(MOST + 256);
const summedWeights = new Float32Array(MOST + 256);

interface Summed {
  readonly product: number;
  readonly count: number;
}
