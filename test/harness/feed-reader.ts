import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import { type Person, sameOrigin } from './people.ts';

/** A reader with a browser session who reads articles and loads their own feed. */
export class FeedReader {
  readonly #url: string;
  readonly #person: Person;

  constructor(url: string, person: Person) {
    this.#url = url;
    this.#person = person;
  }

  /** The lead articles of the newest stories of a category. */
  async newestOf(category: string, limit: number): Promise<string[]> {
    const found = await this.#get(`/api/v1/feeds/category?of=${category}&language=en&limit=${limit}`);
    return found.items.flatMap(({ front }) => front?.articleId ?? []);
  }

  /** Reads articles to the end. */
  async read(...articles: string[]): Promise<void> {
    for (const id of articles) {
      const response = await fetch(`${this.#url}/api/v1/articles/${id}/read`, {
        method: 'POST',
        headers: { ...this.#headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ session: `reads-${id}`, seconds: 60 }),
      });
      if (response.status !== 202) throw new Error(`a read got ${response.status}`);
    }
  }

  async page(cursor?: string): Promise<SeenPage> {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return new SeenPage(await this.#get(`/api/v1/feeds/for-you?limit=20${query}`));
  }

  /** Reloads until the page is as expected. */
  async waitForPage(isExpected: (page: SeenPage) => boolean, what: string): Promise<SeenPage> {
    let page = await this.page();
    await eventually(async () => {
      page = await this.page();
      assert.ok(isExpected(page), `${what}: ${page.summary}`);
    });
    return page;
  }

  async #get(path: string): Promise<FeedResponse> {
    const response = await fetch(`${this.#url}${path}`, { headers: this.#headers() });
    if (!response.ok) throw new Error(`${path} got ${response.status}`);
    return (await response.json()) as FeedResponse;
  }

  #headers(): Record<string, string> {
    return {
      cookie: this.#person.cookie,
      ...sameOrigin(this.#url),
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
  }
}

export class SeenPage {
  readonly items: FeedResponse['items'];
  readonly nextCursor: string | null;

  constructor({ items, nextCursor }: FeedResponse) {
    this.items = items;
    this.nextCursor = nextCursor;
  }

  get ids(): string[] {
    return this.items.map(({ story }) => story.id);
  }

  get categories(): string[] {
    return this.items.map(({ story }) => story.category ?? '');
  }

  get readIds(): Set<string> {
    return new Set(this.items.filter(({ isRead }) => isRead).map(({ story }) => story.id));
  }

  /** Reasons learned from reading. */
  get learnedReasons(): string[] {
    const summary = this.items.flatMap(({ why }) =>
      why.filter(({ kind }) => kind === 'topic' || kind === 'entity'),
    );
    return summary.map(({ text }) => text);
  }

  /** For failure messages. */
  get summary(): string {
    return this.items
      .map(({ story, why }) => `${story.category}: ${why.map(({ text }) => text)}`)
      .join(' | ');
  }
}

interface FeedResponse {
  readonly items: readonly {
    readonly story: { readonly id: string; readonly category: string | null };
    readonly front: { readonly articleId: string } | null;
    readonly isRead: boolean;
    readonly why: readonly { readonly kind: string; readonly text: string }[];
  }[];
  readonly nextCursor: string | null;
}
