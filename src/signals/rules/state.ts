import { ExpiringMap } from './expiring-map.ts';
import type { RuleKey } from './key.ts';

/**
 * The state of all rules: visits, and a map for each rule that needs one. Unchanged rules keep their state; a rule whose
 * window changed starts with an empty map.
 *
 * As bytes: version (1) | most entries (8), then for visits (without a name) and for each rule's memory:
 * length of name (2) | length of memory (4) | name | memory
 */
export class RulesState {
  readonly #maxEntries: number;
  readonly #maps = new Map<string, ExpiringMap>();
  /** A visit that was silent for half an hour is over, and its next heartbeat is a new visit. */
  #visits: ExpiringMap;

  /** `entriesAtMost`: for each memory and generation; a million is up to 34 MB each. */
  constructor({ entriesAtMost = 1_000_000 }: { readonly entriesAtMost?: number } = {}) {
    this.#maxEntries = entriesAtMost;
    this.#visits = new ExpiringMap(VISIT_ENDS_AFTER, entriesAtMost);
  }

  /** The counts of other partitions for the same rule and key. */
  remoteCount: RemoteCount = NO_REMOTE;

  get visits(): ExpiringMap {
    return this.#visits;
  }

  mapOf(ruleId: string, span: number): ExpiringMap {
    const known = this.#maps.get(ruleId);
    if (known?.span === span) return known;
    const memory = new ExpiringMap(span, this.#maxEntries);
    this.#maps.set(ruleId, memory);
    return memory;
  }

  /** For other partitions; 0 for a missing key. */
  peek(ruleId: string, key: RuleKey): number {
    return this.#maps.get(ruleId)?.peek(key) || 0;
  }

  /** Drops the state of removed rules. */
  keepOnly(ruleIds: readonly string[]): void {
    for (const id of this.#maps.keys()) if (!ruleIds.includes(id)) this.#maps.delete(id);
  }

  /** For metrics: entries and bytes held now, and how many entries were forgotten before their time. */
  get size(): { readonly entries: number; readonly bytes: number; readonly forgottenEarly: number } {
    const all = [this.#visits, ...this.#maps.values()];
    const sum = (what: (memory: ExpiringMap) => number) =>
      all.reduce((total, memory) => total + what(memory), 0);
    return {
      entries: sum(memory => memory.entries),
      bytes: sum(memory => memory.bytes),
      forgottenEarly: sum(memory => memory.evictedEarly),
    };
  }

  /** The whole state, or only that of the given rules, for other processes. */
  toBytes(only?: readonly string[]): Uint8Array {
    const head = Buffer.alloc(HEAD);
    head[0] = VERSION;
    head.writeDoubleLE(this.#maxEntries, 1);
    const rules = [...this.#maps]
      .filter(([id]) => only?.includes(id) ?? true)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const visits = only ? [] : packed('', this.#visits);
    return Buffer.concat([head, ...visits, ...rules.flatMap(([id, m]) => packed(id, m))]);
  }

  /** Null for bytes of another version: the state has to be made again from the log. */
  static fromBytes(stored: Uint8Array): RulesState | null {
    const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
    if (bytes[0] !== VERSION) return null;
    const state = new RulesState({ entriesAtMost: bytes.readDoubleLE(1) });
    for (let at = HEAD; at < bytes.length; ) {
      const nameFrom = at + 6;
      const memoryFrom = nameFrom + bytes.readUInt16LE(at);
      const end = memoryFrom + bytes.readUInt32LE(at + 2);
      const memory = ExpiringMap.fromBytes(bytes.subarray(memoryFrom, end));
      if (nameFrom === memoryFrom) state.#visits = memory;
      else state.#maps.set(bytes.toString('utf8', nameFrom, memoryFrom), memory);
      at = end;
    }
    return state;
  }
}

function packed(name: string, memory: ExpiringMap): Uint8Array[] {
  const [text, bytes, lengths] = [Buffer.from(name), memory.toBytes(), Buffer.alloc(6)];
  lengths.writeUInt16LE(text.length, 0);
  lengths.writeUInt32LE(bytes.length, 2);
  return [lengths, text, bytes];
}

const NO_REMOTE: RemoteCount = () => 0;
const VISIT_ENDS_AFTER = 30 * 60_000;
const VERSION = 2;
const HEAD = 9;

export type RemoteCount = (ruleId: string, key: RuleKey) => number;
