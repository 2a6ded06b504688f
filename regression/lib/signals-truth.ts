import type { ReaderEvent as Item } from '../../src/client/index.ts';

/**
 * What must count of everything that was sent, whatever comes twice, late or in another order. That asks for rules by which
 * order plays no part: a view with ten seconds counts once for a visitor and article while the test lasts, a read once for
 * its session, a share and a word of feedback once for their ids.
 */
export class SignalsTruth {
  readonly #counted = new Map<string, { readonly article: string; readonly kind: Item['kind'] }>();
  readonly #byUser = new Map<string, Map<string, Item['kind']>>();
  sent = 0;

  /** `visitor` is an account's id, or null for a reader who is stated with the event. */
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

  /** `article kind` to how often. */
  counts(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { article, kind } of this.#counted.values()) {
      const name = `${article} ${kind}`;
      sums.set(name, (sums.get(name) ?? 0) + 1);
    }
    return sums;
  }

  /** How often each account moved its interests. */
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

/** As the rules of the test know them: by their name, or by where they live. */
function isMachine({ from }: Item): boolean {
  if (!from) return false;
  return /bot/i.test(from.userAgent) || /^(203\.0\.113\.|198\.51\.100\.|2001:db8:da7a:)/.test(from.address);
}
