/**
 * Asks for suggestions when whoever types takes a breath. Only the last question counts: those before it are called off,
 * and what is answered all the same is dropped.
 */
export class Asking {
  readonly #onAnswer: (q: string, found: readonly Suggestion[]) => void;
  #timer = 0;
  #running: AbortController | null = null;

  constructor(onAnswer: (q: string, found: readonly Suggestion[]) => void) {
    this.#onAnswer = onAnswer;
  }

  soon(q: string): void {
    this.drop();
    this.#timer = setTimeout(() => void this.#ask(q), BREATH_MS);
  }

  now(q: string): void {
    this.drop();
    void this.#ask(q);
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }

  async #ask(q: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    // An aid: whoever gets no answer searches without.
    const found = await suggestionsFor(q, running.signal).catch(() => []);
    if (this.#running === running) this.#onAnswer(q, found);
  }
}

async function suggestionsFor(q: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  if (q.length > LONGEST) return [];
  const answer = await fetch(`/api/v1/search/suggestions?${new URLSearchParams({ q })}`, { signal });
  return answer.ok ? ((await answer.json()) as { items: readonly Suggestion[] }).items : [];
}

/** Shorter than the pause between two words, longer than that between two letters of those who type well. */
const BREATH_MS = 120;
/** As much as the server takes. */
const LONGEST = 200;

export interface Suggestion {
  readonly text: string;
  readonly kind: string;
}
