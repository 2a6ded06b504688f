import type { Recovery, RecoveryKind } from '../../../model/feed-document.ts';
import { newReferenceFaults } from '../text/entities.ts';
import { LIMITS } from './limits.ts';

/** Collects what was recovered: one entry for each kind, with the first detail and a count. */
export class Recoveries {
  readonly #byKind = new Map<RecoveryKind, { detail: string; count: number }>();
  /** The decoder of references counts here, so that it need not know about recoveries. */
  readonly references = newReferenceFaults(LIMITS.references);

  add(kind: RecoveryKind, detail: string): void {
    const known = this.#byKind.get(kind);
    if (known) known.count++;
    else this.#byKind.set(kind, { detail: detail.slice(0, LONGEST_DETAIL), count: 1 });
  }

  list(): readonly Recovery[] {
    const { bareAmpersands, unknown, remaining } = this.references;
    if (bareAmpersands > 0) {
      this.#byKind.set('bare-ampersand', {
        detail: 'an ampersand that begins no reference',
        count: bareAmpersands,
      });
    }
    if (unknown !== null) this.add('unknown-entity', unknown);
    if (remaining <= 0) this.add('too-much-markup', 'more character references than are decoded');
    return [...this.#byKind].map(([kind, { detail, count }]) => ({ kind, detail, count }));
  }
}

const LONGEST_DETAIL = 120;
