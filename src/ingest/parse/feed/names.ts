import type { DocumentItem } from '../../../model/feed-document.ts';

/** By what an item can be told from the others of its feed: some give all of them one id, others one link. */
export function itemName({ id, link, title }: DocumentItem): string | null {
  return id === null || link === null ? (id ?? link ?? title) : `${id} ${link}`;
}

/** The names that a document has brought so far: only an item with a new one is worth more than its allowance. */
export class ItemNames {
  readonly #met = new Set<string>();

  isFirst(name: string | null): boolean {
    if (name === null || this.#met.has(name)) return false;
    this.#met.add(name);
    return true;
  }
}
