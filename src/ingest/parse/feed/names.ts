import type { DocumentItem } from '../../../model/feed-document.ts';

/** The identity of an item in its feed: some feeds give all items the same id, others the same link. */
export function itemName({ id, link, title }: DocumentItem): string | null {
  return id === null || link === null ? (id ?? link ?? title) : `${id} ${link}`;
}

/** The names in a document so far: only an item with a new name gets a refund of its cost. */
export class ItemNames {
  readonly #seen = new Set<string>();

  isFirst(name: string | null): boolean {
    if (name === null || this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }
}
