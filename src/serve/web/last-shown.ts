import type { FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import type { PageAnswer } from './page-route.ts';

/**
 * FEED-6, PG-4: the last pages served to anonymous visitors. While the database is unavailable, and no caller
 * can be identified, everyone gets these. The least recently used are evicted.
 */
export class LastShown {
  readonly #answers = new Map<string, Shown>();

  /** Returns the handler's answer, or its last one while the database is unavailable. */
  async answer(
    request: FastifyRequest,
    language: string,
    make: () => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const key = `${language} ${request.url}`;
    try {
      const answer = await make();
      if (isAnonymous(request) && 'page' in answer && !answer.cookies) this.#keep(key, answer);
      return answer;
    } catch (error) {
      const known = this.#answers.get(key);
      if (known && request.principal === null && error instanceof Problem && error.code === 'database-away')
        return known;
      throw error;
    }
  }

  #keep(key: string, answer: Shown): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const [oldest = ''] = this.#answers.keys();
    if (this.#answers.size > MAX_PAGES) this.#answers.delete(oldest);
  }
}

/** Cookies may hold a visitor's choices. */
function isAnonymous({ principal, headers }: FastifyRequest): boolean {
  return principal === null && headers.cookie === undefined && headers.authorization === undefined;
}

/** At most some hundred kilobytes each. */
const MAX_PAGES = 200;

type Shown = Extract<PageAnswer, { page: unknown }>;
