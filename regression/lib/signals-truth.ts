import type { ReaderEvent as Item } from '../../src/client/index.ts';

/**
 * What must count of all that was sent, even when events arrive twice, late or out of order. So the rules
 * must not depend on order: a view of ten seconds counts once per visitor and article during the test, a read
 * once per session, a share and feedback once per id.
 */
export class SignalsTruth {
  readonly #counted = new Map<string, { readonly article: string; readonly kind: Item['kind'] }>();
  readonly #byUser = new Map<string, Map<string, Item['kind']>>();
  sent = 0;

  /** `visitor` is an account's id, or null for a reader given with the event. */
  note(item: Item, userId: string | null): void {
    this.sent++;
    const visitor = userId ?? `${item.from?.address} ${item.from?.userAgent}`;
    const name = nameOf(item);
    if (name === null || isMachine(item)) return;
    this.#counted.set(`${visitor} ${name}`, { article: item.article, kind: item.kind });
    if (userId === null || item.kind === 'view') return;
    const own = this.#byUser.get(userId) ?? new Map<string, Item['kind']>();
    this.#byUser.set(userId, own.set(name, item.kind));
  }

  /** `article kind` to times. */
  counts(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { article, kind } of this.#counted.values()) {
      const name = `${article} ${kind}`;
      sums.set(name, (sums.get(name) ?? 0) + 1);
    }
    return sums;
  }

  /** How many actions of each account move its interests. */
  moves(): Map<string, number> {
    return new Map(Array.from(this.#byUser, ([userId, own]) => [userId, own.size]));
  }
}

function nameOf(item: Item): string | null {
  switch (item.kind) {
    case 'view':
      return item.seconds >= 10 ? `view ${item.article}` : null;
    case 'read':
      return `read ${item.article} ${item.visit}`;
    case 'share':
      return `share ${item.id}`;
    case 'feedback':
      return `feedback ${item.article} ${item.id}`;
  }
}

/** Detects bots like the rules of the test: by user agent or address. */
function isMachine({ from }: Item): boolean {
  if (!from) return false;
  return /bot/i.test(from.userAgent) || /^(203\.0\.113\.|198\.51\.100\.|2001:db8:da7a:)/.test(from.address);
}
