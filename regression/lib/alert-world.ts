import { createReaders } from '../../benchmarks/harness/readers.ts';
import type { Installation } from '../../src/context.ts';
import { seededRandom } from '../../src/lib/random.ts';
import type { StoryChanged } from '../../src/model/story.ts';
import { publishChallenge } from '../../src/search/alerts/delivery/webhook-channel.ts';
import { addSavedSearch } from '../../src/search/alerts/saved-searches.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { createStoryFixtures, type StoryFixtures } from '../../test/harness/story-fixtures.ts';

/**
 * Saved searches over a few invented words, and articles made of those words. Which articles match follows
 * from the words alone, without an index.
 */
export class AlertWorld {
  readonly #installation: Installation;
  readonly #room: StoryFixtures;
  readonly #source: string;
  readonly #random = seededRandom(11);
  readonly #searches: { id: string; matches: (article: ArticleWords) => boolean }[] = [];
  readonly #published: string[] = [];
  /** `search article`: each pair must be reported once. */
  readonly expected = new Set<string>();

  private constructor(installation: Installation, room: StoryFixtures, source: string) {
    this.#installation = installation;
    this.#room = room;
    this.#source = source;
  }

  static async open(installation: Installation, webhookUrl: string): Promise<AlertWorld> {
    const { database, clock } = installation;
    const room = await createStoryFixtures(database, new Date(clock.now()));
    const world = new AlertWorld(installation, room, await room.source('The Harbour Herald'));
    const [reader = ''] = await createReaders(installation, 1);
    for (let number = 0; number < SEARCHES; number++) await world.#save(number, reader, webhookUrl);
    return world;
  }

  get articles(): number {
    return this.#published.length;
  }

  /** Publishes an article; now and then announces an earlier one again, as when its story changes. */
  async publish(): Promise<void> {
    const [title, text] = [this.#words(2), this.#words(3)];
    const article = await this.#room.article(this.#source, title.join(' '), { summary: text.join(' ') });
    await this.#room.story([article]);
    for (const { id, matches } of this.#searches)
      if (matches({ title, all: [...title, ...text] })) this.expected.add(`${id} ${article.id}`);
    this.#published.push(article.id);
    const again = this.#published[Math.floor(this.#random.fraction() * this.#published.length * 3)];
    await this.#tell(again === undefined ? [article.id] : [article.id, again]);
  }

  async #tell(ids: readonly string[]): Promise<void> {
    const { database, log } = this.#installation;
    const events = ids.map(
      (id): StoryChanged => ({ kind: 'changed', storyId: id, language: 'en', articleIds: [id] }),
    );
    await database.transaction(async tx => log.append(tx, STORIES_CHANGED, events));
  }

  async #save(number: number, userId: string, webhookUrl: string): Promise<void> {
    const { broker, database, newId, clock } = this.#installation;
    const [a = '', b = ''] = this.#words(2);
    const { query, matches } = KINDS[number % KINDS.length]?.(a, b) ?? {
      query: a,
      matches: () => false,
    };
    const id = newId();
    // Older than every article of the test.
    const now = new Date(clock.now() - 86_400_000);
    await database.transaction(async tx => {
      await addSavedSearch(tx, {
        id,
        userId,
        name: query,
        query,
        filters: {},
        email: 'none',
        webhookUrl,
        now,
      });
      await publishChallenge(tx, broker, { userId, searchId: id, challenge: 0 });
    });
    this.#searches.push({ id, matches });
  }

  #words(count: number): string[] {
    const left = [...WORDS];
    return Array.from(
      { length: count },
      () => left.splice(Math.floor(this.#random.fraction() * left.length), 1)[0] ?? '',
    );
  }
}

const KINDS: readonly ((a: string, b: string) => Kind)[] = [
  a => ({ query: a, matches: ({ all }) => all.includes(a) }),
  (a, b) => ({ query: `${a} ${b}`, matches: ({ all }) => all.includes(a) && all.includes(b) }),
  (a, b) => ({ query: `${a} -${b}`, matches: ({ all }) => all.includes(a) && !all.includes(b) }),
  (a, b) => ({ query: `${a} OR ${b}`, matches: ({ all }) => all.includes(a) || all.includes(b) }),
  a => ({ query: `title:${a}`, matches: ({ title }) => title.includes(a) }),
];
const SEARCHES = 20;
const WORDS = 'almandor brovik cendrath dolmur ervandil foskar gremlok hastovar inverkol jundrak'.split(' ');

interface ArticleWords {
  readonly title: readonly string[];
  readonly all: readonly string[];
}

interface Kind {
  readonly query: string;
  readonly matches: (article: ArticleWords) => boolean;
}
