/**
 * The specification of the broker in its simplest form: lists with linear search. Time only changes in `advance`;
 * `turn` orders commands of the same time.
 */
export class QueueModel {
  readonly #maxReceives: number;
  readonly #visibilityMs: number;
  #now = 0;
  #turn = 0;
  #lastId = 0;
  #unread: ModelMessage[] = [];
  #returned: Returned[] = [];
  #waiting: ModelMessage[] = [];
  #holders = new Map<string, number>();
  #leases: Lease[] = [];
  #keys = new Map<string, { id: number; at: number }>();
  readonly dead: Dead[] = [];

  constructor(maxReceives: number, visibilityMs: number) {
    this.#maxReceives = maxReceives;
    this.#visibilityMs = visibilityMs;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  publish(messages: readonly NewModelMessage[]): { id: string; isNew: boolean }[] {
    this.#turn++;
    return messages.map(({ body, group, dedupKey, delayMs }) => {
      const known = dedupKey === undefined ? undefined : this.#keys.get(dedupKey);
      if (known && this.#now - known.at < DAY_MS) return { id: String(known.id), isNew: false };
      const id = ++this.#lastId;
      if (dedupKey !== undefined) this.#keys.set(dedupKey, { id, at: this.#now });
      const due = delayMs === undefined ? null : { at: this.#now + delayMs, turn: this.#turn };
      this.#unread.push({ id, body, group: group ?? null, due });
      return { id: String(id), isNew: true };
    });
  }

  receive(max: number): ModelDelivery[] {
    this.#turn++;
    this.#expire();
    const taken: { message: ModelMessage; receives: number; error: string | null }[] = [];
    for (const back of this.#returned.filter(({ due }) => due.at <= this.#now).sort(byDue)) {
      if (taken.length === max) break;
      this.#returned = this.#returned.filter(other => other !== back);
      if (this.#acquireGroup(back.message)) taken.push({ ...back, receives: back.receives + 1 });
    }
    while (taken.length < max) {
      const message = this.#unread.shift();
      if (!message) break;
      if (message.due && message.due.at > this.#now)
        this.#returned.push({ message, receives: 0, error: null, due: message.due });
      else if (this.#acquireGroup(message)) taken.push({ message, receives: 1, error: null });
    }
    const lease: Lease = { held: taken, until: { at: this.#now + this.#visibilityMs, turn: this.#turn } };
    if (taken.length > 0) this.#leases.push(lease);
    return taken.map(({ message, receives }) => ({ message, receives, held: [lease] }));
  }

  delete({ message, held }: ModelDelivery): boolean {
    this.#turn++;
    const out = this.#settle(held, message);
    if (out) this.#releaseGroup(message);
    return out !== null;
  }

  release({ message, held }: ModelDelivery, delayMs: number, error: string | null): boolean {
    this.#turn++;
    const out = this.#settle(held, message);
    if (!out) return false;
    const due = delayMs === 0 ? AT_ONCE : { at: this.#now + delayMs, turn: this.#turn };
    this.#return({ ...out, error: error ?? out.error }, due);
    return true;
  }

  deadLetter({ message, held }: ModelDelivery, error: string): boolean {
    this.#turn++;
    const out = this.#settle(held, message);
    if (out) this.#deadLetter({ ...out, error });
    return out !== null;
  }

  extend({ message, held }: ModelDelivery, ms: number): boolean {
    this.#turn++;
    const out = this.#settle(held, message);
    if (!out) return false;
    const lease: Lease = { held: [out], until: { at: this.#now + ms, turn: this.#turn } };
    this.#leases.push(lease);
    held.push(lease);
    return true;
  }

  purge(): number {
    const removed = this.pending();
    this.#unread = [];
    this.#returned = [];
    this.#waiting = [];
    for (const [group, holder] of this.#holders)
      if (removed.includes(String(holder))) this.#holders.delete(group);
    return removed.length;
  }

  /** Dead letters are published as new messages. */
  redrive(limit: number): number {
    const redriven = this.dead.splice(0, limit);
    this.publish(redriven.map(({ body, group }) => ({ body, ...(group === null ? {} : { group }) })));
    return redriven.length;
  }

  pending(): string[] {
    const all = [...this.#unread, ...this.#returned.map(({ message }) => message), ...this.#waiting];
    return all
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .map(String);
  }

  #expire(): void {
    const expired = this.#leases.filter(({ until }) => until.at <= this.#now);
    expired.sort((a, b) => byMoment(a.until, b.until));
    this.#leases = this.#leases.filter(lease => !expired.includes(lease));
    for (const { held } of expired) {
      const inOrder = [...held].sort((a, b) => a.message.id - b.message.id);
      for (const one of inOrder) this.#return(one, AT_ONCE);
    }
  }

  #return(one: Held, due: Moment): void {
    if (one.receives >= this.#maxReceives) this.#deadLetter(one);
    else this.#returned.push({ ...one, due });
  }

  #deadLetter({ message, receives, error }: Held): void {
    this.dead.push({ body: message.body, group: message.group, receives, error });
    this.#releaseGroup(message);
  }

  #settle(leases: readonly Lease[], message: ModelMessage): Held | null {
    for (const lease of leases) {
      const found = lease.held.find(held => held.message === message);
      if (!found || !this.#leases.includes(lease) || lease.until.at <= this.#now) continue;
      lease.held = lease.held.filter(held => held !== found);
      return found;
    }
    return null;
  }

  #acquireGroup(message: ModelMessage): boolean {
    if (message.group === null) return true;
    const holder = this.#holders.get(message.group);
    if (holder === undefined) this.#holders.set(message.group, message.id);
    if (holder === undefined || holder === message.id) return true;
    this.#waiting.push(message);
    return false;
  }

  #releaseGroup({ group, id }: ModelMessage): void {
    if (group === null || this.#holders.get(group) !== id) return;
    const next = this.#waiting.filter(message => message.group === group).sort((a, b) => a.id - b.id)[0];
    if (!next) {
      this.#holders.delete(group);
      return;
    }
    this.#waiting = this.#waiting.filter(message => message !== next);
    this.#holders.set(group, next.id);
    this.#returned.push({ message: next, receives: 0, error: null, due: AT_ONCE });
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE: Moment = { at: Number.NEGATIVE_INFINITY, turn: 0 };

function byMoment(a: Moment, b: Moment): number {
  return a.at === b.at ? a.turn - b.turn : a.at < b.at ? -1 : 1;
}

function byDue(a: Returned, b: Returned): number {
  return byMoment(a.due, b.due) || a.message.id - b.message.id;
}

interface Moment {
  readonly at: number;
  readonly turn: number;
}

export interface NewModelMessage {
  readonly body: number;
  readonly group?: string;
  readonly dedupKey?: string;
  readonly delayMs?: number;
}

interface ModelMessage {
  readonly id: number;
  readonly body: number;
  readonly group: string | null;
  readonly due: Moment | null;
}

interface Held {
  readonly message: ModelMessage;
  readonly receives: number;
  readonly error: string | null;
}

interface Returned extends Held {
  readonly due: Moment;
}

interface Lease {
  held: Held[];
  readonly until: Moment;
}

export interface ModelDelivery {
  readonly message: ModelMessage;
  readonly receives: number;
  /** The lease of its delivery and those created by extending it. */
  readonly held: Lease[];
}

interface Dead {
  readonly body: number;
  readonly group: string | null;
  readonly receives: number;
  readonly error: string | null;
}
