import type { Address } from '../../platform/outbound/address.ts';
import type { SignalEvent } from './event.ts';
import { keepRecent } from './keep-recent.ts';
import { Key } from './key.ts';
import { clientAddress } from './ranges.ts';

/** The event that is being judged, with the keys by which it may be remembered; one object for all events. */
export class Subject {
  event: SignalEvent = NOTHING;
  /** Whether it was found to be a share by somebody who did not open the article. */
  isStranger = false;
  readonly visitor = new Key();
  readonly article = new Key();
  /** Visitor and article together. */
  readonly pair = new Key();
  readonly #originOf = keepRecent(ADDRESSES_KEPT, readOrigin);
  #origin: Origin | null = null;

  read(event: SignalEvent): void {
    this.event = event;
    this.isStranger = false;
    this.#origin = null;
    this.visitor.ofText(event.visitorId);
    this.article.ofText(event.articleId);
    this.pair.ofPair(this.visitor, this.article);
  }

  /** Looked up when a rule asks; most heartbeats are decided before. */
  get origin(): Origin {
    this.#origin ??= this.#originOf(this.event.address);
    return this.#origin;
  }
}

/**
 * Whose doings count together: an address of version 4, or the 64 bits of version 6 that one customer gets and may
 * pick addresses from at will. What is no address counts under its own name.
 */
function readOrigin(text: string): Origin {
  const address = clientAddress(text);
  if (address === null) return { address, key: new Key().ofText(text) };
  const [a = 0, b = 0, c = 0, d = 0] = address.groups;
  const key = new Key().ofNumbers((a << 16) | b, (c << 16) | d);
  return { address, key: new Key().ofPeriod(key, address.family) };
}

/** Some 10 MB of them. */
const ADDRESSES_KEPT = 32_768;

const NOTHING: SignalEvent = {
  id: '',
  kind: 'view',
  at: 0,
  articleId: '',
  visitorId: '',
  userId: null,
  authorIds: [],
  visitId: '',
  attentionSeconds: 0,
  address: '',
  userAgent: '',
};

export interface Origin {
  readonly address: Address | null;
  readonly key: Key;
}
