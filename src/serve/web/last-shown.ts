import type { FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import type { PageAnswer } from './page-route.ts';

/**
 * FEED-6, PG-4: pages as they were last shown to somebody of whom nothing was known. While the database is away they are
 * shown again to whoever asks, for then nobody can be recognised. The ones that nobody asked for longest go first.
 */
export class LastShown {
  readonly #answers = new Map<string, Shown>();

  /** What the handler answers, or while the database is away what it answered last. */
  async answer(
    request: FastifyRequest,
    language: string,
    make: () => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const key = `${language} ${request.url}`;
    try {
      const answer = await make();
      if (isForAnybody(request) && 'page' in answer && !answer.cookies) this.#keep(key, answer);
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
    if (this.#answers.size > MOST_KEPT) this.#answers.delete(oldest);
  }
}

/** A cookie may say what somebody chose to see. */
function isForAnybody({ principal, headers }: FastifyRequest): boolean {
  return principal === null && headers.cookie === undefined && headers.authorization === undefined;
}

/** Some hundred kilobytes each at most. */
const MOST_KEPT = 200;

type Shown = Extract<PageAnswer, { page: unknown }>;
