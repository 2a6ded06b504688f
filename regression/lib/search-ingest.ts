import type { Installation } from '../../src/context.ts';
import { storeArticles } from '../../src/ingest/dedup/store.ts';
import { addSources } from '../../src/ingest/sources/registry.ts';
import { ManualClock, systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { newArticleOf, sourceOf, worldArticles } from '../../src/stories/articles.testing.ts';

/** Stores articles of the simulated world, each with a unique word in its title. */
export class SearchIngest {
  readonly #installation: Installation;
  readonly #written = worldArticles({ before: systemClock.now(), count: 2_000 });
  readonly #sources = new Map<string, string>();
  stored = 0;

  private constructor(installation: Installation) {
    this.#installation = installation;
  }

  static async open(installation: Installation): Promise<SearchIngest> {
    const ingest = new SearchIngest(installation);
    const publishers = new Map(
      ingest.#written.map(({ article }) => [article.publisher.slug, article.publisher]),
    );
    const { database, newId } = installation;
    await database.transaction(async tx => {
      const added = await addSources(tx, { newId }, [...publishers.values()].map(sourceOf));
      for (const [index, slug] of [...publishers.keys()].entries())
        ingest.#sources.set(slug, added[index]?.id ?? '');
    });
    return ingest;
  }

  /** Stores articles at a rate until the signal; reports one of each batch when it is committed. */
  async run(rate: number, signal: AbortSignal, onStored: (marker: string) => void): Promise<void> {
    const began = performance.now();
    for (let batches = 1; !signal.aborted; batches++) {
      const markers = await this.#store(rate / BATCHES_A_SECOND, this.#installation.newId);
      onStored(markers[0] ?? '');
      const wait = began + (batches * 1_000) / BATCHES_A_SECOND - performance.now();
      if (wait > 0) await systemClock.sleep(wait, signal).catch(() => undefined);
    }
  }

  /** Stores a backlog spread over the time before now, with ids and dates of that time. */
  async backlog(count: number, ms: number): Promise<number> {
    const clock = new ManualClock(systemClock.now() - ms);
    const newId = createIdSource(clock, systemRandom);
    const before = this.stored;
    while (this.stored - before < count) {
      await this.#store(BACKLOG_BATCH, newId);
      await clock.advance(Math.floor((ms * BACKLOG_BATCH) / count));
    }
    const added = this.stored - before;
    this.stored = before;
    return added;
  }

  async #store(count: number, newId: () => string): Promise<string[]> {
    const { database, log } = this.#installation;
    const markers = Array.from({ length: count }, (_, index) => markerOf(this.stored + index));
    await database.transaction(async tx => {
      const articles = markers.map((marker, index) => {
        const number = this.stored + index;
        const { article } = this.#written[number % this.#written.length] ?? {};
        if (article === undefined) throw new RangeError('the world has no article');
        const text = newArticleOf(article, this.#sources.get(article.publisher.slug) ?? '');
        const url = `${text.url}?n=${marker}`;
        return { ...text, url, guid: url, title: `${text.title} ${marker}` };
      });
      await storeArticles(tx, { log, newId }, articles);
    });
    this.stored += count;
    return markers;
  }
}

/** Only letters, and far apart, so that no marker is corrected to another. */
function markerOf(number: number): string {
  const digits = (number * 7_919 + 1_000_003).toString(26);
  return `zq${Array.from(digits, digit => LETTERS[Number.parseInt(digit, 26)] ?? 'a').join('')}`;
}

const LETTERS = 'bcdfghjklmnpqrstvwxzaeiouy';
const BATCHES_A_SECOND = 5;
const BACKLOG_BATCH = 100;
