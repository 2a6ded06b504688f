import type { Recovery, RecoveryKind } from '../../../model/feed-document.ts';
import { newReferenceFaults } from '../text/entities.ts';
import { newAddressBudget } from '../text/html-urls.ts';
import { LIMITS, OWN, WORK } from './limits.ts';

/**
 * Collects recoveries: one entry for each kind, with the first detail and a count. It also keeps the work budget, because
 * faults are the most expensive part of a hostile document.
 */
export class Recoveries {
  readonly #byKind = new Map<RecoveryKind, { detail: string; count: number }>();
  /** The decoder of references counts here, so that it does not depend on recoveries. */
  readonly references = newReferenceFaults(LIMITS.references);
  readonly addresses = newAddressBudget(LIMITS.addresses);
  /** The rest of the document's budget; the parsers stop when it is used up. */
  work: number = LIMITS.work;

  add(kind: RecoveryKind, detail: string): void {
    this.work -= kind === 'bad-date' ? WORK.badDate : WORK.fault;
    const known = this.#byKind.get(kind);
    if (known) known.count++;
    else this.#byKind.set(kind, { detail: detail.slice(0, MAX_DETAIL_LENGTH), count: 1 });
  }

  account(): Account {
    return {
      work: this.work,
      references: this.references.remaining,
      addresses: this.addresses.remaining,
    };
  }

  /** Refunds the cost of an item of this many characters since `since`; never more than its cost. */
  refund(since: Account, length: number): void {
    const { references, addresses } = this;
    this.work = Math.min(since.work, this.work + OWN.work + length * OWN.workOfCharacter);
    references.remaining = Math.min(
      since.references,
      references.remaining + Math.ceil(length * OWN.referencesOfCharacter),
    );
    addresses.remaining = Math.min(
      since.addresses,
      addresses.remaining + OWN.addresses + Math.ceil(length * OWN.addressesOfCharacter),
    );
  }

  list(): readonly Recovery[] {
    const { bareAmpersands, unknown, remaining } = this.references;
    if (bareAmpersands > 0) {
      this.#byKind.set('bare-ampersand', { detail: 'it does not start a reference', count: bareAmpersands });
    }
    if (unknown !== null) this.add('unknown-entity', unknown);
    if (remaining <= 0) this.add('too-much-markup', 'more character references than are decoded');
    if (this.addresses.remaining <= 0) this.add('too-much-markup', 'more addresses than are made absolute');
    return [...this.#byKind].map(([kind, { detail, count }]) => ({ kind, detail, count }));
  }
}

const MAX_DETAIL_LENGTH = 120;

/** The budgets at one moment. */
export interface Account {
  readonly work: number;
  readonly references: number;
  readonly addresses: number;
}
