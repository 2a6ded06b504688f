/**
 * Requests suggestions when the reader pauses typing. Only the latest request counts: earlier ones are aborted, and
 * their responses ignored.
 */
export class SuggestionRequests {
  readonly #onResponse: (q: string, found: readonly Suggestion[]) => void;
  #timer = 0;
  #running: AbortController | null = null;

  constructor(onResponse: (q: string, found: readonly Suggestion[]) => void) {
    this.#onResponse = onResponse;
  }

  sendDebounced(q: string): void {
    this.cancel();
    this.#timer = setTimeout(() => void this.#request(q), DEBOUNCE_MS);
  }

  send(q: string): void {
    this.cancel();
    void this.#request(q);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }

  async #request(q: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    // Suggestions are optional: on failure there are none.
    const found = await suggestionsFor(q, running.signal).catch(() => []);
    if (this.#running === running) this.#onResponse(q, found);
  }
}

async function suggestionsFor(q: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  if (q.length > MAX_LENGTH) return [];
  const answer = await fetch(`/api/v1/search/suggestions?${new URLSearchParams({ q })}`, { signal });
  return answer.ok ? ((await answer.json()) as { items: readonly Suggestion[] }).items : [];
}

/** Shorter than the pause between two words, longer than between two letters of a fast typist. */
const DEBOUNCE_MS = 120;
/** The server's limit. */
const MAX_LENGTH = 200;

export interface Suggestion {
  readonly text: string;
  readonly kind: string;
}
