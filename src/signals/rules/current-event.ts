import type { IpAddress } from '../../platform/outbound/address.ts';
import type { SignalEvent } from './event.ts';
import { RuleKey } from './key.ts';
import { memoizeRecent } from './memoize-recent.ts';
import { clientAddress } from './ranges.ts';

/** The current event with its keys; one object is reused for all events. */
export class CurrentEvent {
  event: SignalEvent = NO_EVENT;
  /** Whether it is a share by a visitor who did not open the article. */
  isUnopened = false;
  readonly visitor = new RuleKey();
  readonly article = new RuleKey();
  /** Visitor and article together. */
  readonly pair = new RuleKey();
  readonly #originOf = memoizeRecent(MAX_CACHED_ADDRESSES, readOrigin);
  #origin: ClientOrigin | null = null;

  load(event: SignalEvent): void {
    this.event = event;
    this.isUnopened = false;
    this.#origin = null;
    this.visitor.ofText(event.visitorId);
    this.article.ofText(event.articleId);
    this.pair.ofPair(this.visitor, this.article);
  }

  /** Computed on demand; most heartbeats do not need it. */
  get origin(): ClientOrigin {
    this.#origin ??= this.#originOf(this.event.address);
    return this.#origin;
  }
}

/**
 * The unit that address limits count: an IPv4 address, or the /64 of IPv6 within which one customer picks addresses
 * freely. Text that is not an address counts as itself.
 */
function readOrigin(text: string): ClientOrigin {
  const address = clientAddress(text);
  if (address === null) return { address, key: new RuleKey().ofText(text) };
  const [a = 0, b = 0, c = 0, d = 0] = address.groups;
  const key = new RuleKey().ofNumbers((a << 16) | b, (c << 16) | d);
  return { address, key: new RuleKey().ofPeriod(key, address.family) };
}

/** About 10 MB. */
const MAX_CACHED_ADDRESSES = 32_768;

const NO_EVENT: SignalEvent = {
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

export interface ClientOrigin {
  readonly address: IpAddress | null;
  readonly key: RuleKey;
}
