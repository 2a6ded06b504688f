import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seededRandom } from '../../src/lib/random.ts';
import { LanguageClusterer } from '../../src/stories/clusterer/language-clusterer.ts';
import { fillClusterer, type PlacedArticle } from '../../src/stories/clusterer/restore.ts';
import { encodeFeatures as featureBytes } from '../../src/stories/clusters/feature-codec.ts';
import { encodeFingerprint as fingerprintBytes } from '../../src/stories/fingerprints/fingerprint-codec.ts';
import { SyntheticArticles } from '../clusters/synthetic-articles.ts';
import { unrelated } from '../copies/fingerprints.ts';

/**
 * A clusterer whose window is filled like a restored one, with articles of five days: a million decisions would take
 * too long. Features and fingerprints are random, 48 words per article, three articles per event; one article in ten
 * copies the one before it.
 */
export class FullClusterer {
  readonly #clusterer = new LanguageClusterer({ language: 'en', windowMs: 7 * 86_400_000, sources: SOURCES });
  readonly #news: SyntheticArticles;
  readonly #random = seededRandom(3);
  readonly #before: number;
  readonly #step: number;
  /** The story of each event, named after its first article. */
  readonly #stories = new Map<number, string>();
  #count = 0;
  #text = { number: 0, copyGroup: '', groupStoredAt: new Date(START) };

  /** `size` is the number of articles it will hold, which determines the number of events. */
  constructor(size: number) {
    this.#news = new SyntheticArticles(1, size / 3);
    this.#step = FIVE_DAYS / (size * 1.1);
    this.#before = heldBytes();
  }

  fill(size: number): void {
    while (this.#count < size)
      fillClusterer(
        this.#clusterer,
        Array.from({ length: Math.min(AT_ONCE, size - this.#count) }, () => this.#next()),
      );
  }

  /** CPU milliseconds per further article, placed in batches like in the flow. */
  place(count: number): number {
    const articles = Array.from({ length: count }, () => this.#next());
    const began = process.threadCpuUsage();
    for (const [index, { articleId: id, storedAt, publishedAt, sourceId, ...stored }] of articles.entries()) {
      const at = { storedAt: storedAt.getTime(), publishedAt: publishedAt.getTime() };
      this.#clusterer.place({ id, source: sourceId, ...at, ...stored });
      if (index % BATCH > 0) continue;
      this.#clusterer.breaking.tick(at.storedAt);
      this.#clusterer.expire(at.storedAt);
    }
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000 / count;
  }

  /** Memory per article: counted by the clusterer's arrays, and measured on the process. */
  memory(): { readonly counted: number; readonly held: number } {
    const { bytes } = this.#clusterer.stories.memory();
    const stories = Object.values(bytes).reduce((sum, part) => sum + part, 0);
    return {
      counted: (stories + this.#clusterer.copies.figures.bytes) / this.#count,
      held: (heldBytes() - this.#before) / this.#count,
    };
  }

  #next(): PlacedArticle {
    const at = new Date(START + Math.floor(this.#count * this.#step));
    const articleId = idOf(this.#count++);
    const { event, features } = this.#news.drawn(at.getTime());
    const storyId = this.#stories.get(event) ?? articleId;
    this.#stories.set(event, storyId);
    if (articleId === storyId || this.#random.fraction() >= COPIED)
      this.#text = { number: this.#count, copyGroup: articleId, groupStoredAt: at };
    const { number, ...group } = this.#text;
    return {
      articleId,
      storedAt: at,
      publishedAt: at,
      sourceId: idOf(Math.floor(this.#random.fraction() * SOURCES)),
      fingerprint: Buffer.from(fingerprintBytes(unrelated(number, seededRandom(number)))),
      features: Buffer.from(featureBytes(features)),
      storyId,
      ...group,
    };
  }
}

function idOf(number: number): string {
  return `019b7000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** The heap and typed arrays after garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const START = Date.UTC(2026, 0, 1);
const FIVE_DAYS = 5 * 86_400_000;
const SOURCES = 5_000;
const COPIED = 0.1;
const AT_ONCE = 5_000;
const BATCH = 250;
