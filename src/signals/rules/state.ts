import { ExpiringMap } from './expiring-map.ts';
import type { RuleKey } from './key.ts';

/**
 * The state of all rules: visits, and a map for each rule that needs one. Unchanged rules keep their state; a rule whose
 * window changed starts with an empty map.
 *
 * As bytes: version (1) | max entries (8), then for visits (without a name) and for each rule's map: length
 * of name (2) | length of map (4) | name | map
 */
export class RulesState {
  readonly #maxEntries: number;
  readonly #maps = new Map<string, ExpiringMap>();
  /** A visit ends after half an hour without a heartbeat; the next heartbeat starts a new one. */
  #visits: ExpiringMap;

  /** `maxEntries`: for each map and generation; a million takes up to 34 MB each. */
  constructor({ maxEntries = 1_000_000 }: { readonly maxEntries?: number } = {}) {
    this.#maxEntries = maxEntries;
    this.#visits = new ExpiringMap(VISIT_ENDS_AFTER, maxEntries);
  }

  /** The counts of other partitions for the same rule and key. */
  remoteCount: RemoteCount = NO_REMOTE;

  get visits(): ExpiringMap {
    return this.#visits;
  }

  mapOf(ruleId: string, span: number): ExpiringMap {
    const known = this.#maps.get(ruleId);
    if (known?.span === span) return known;
    const map = new ExpiringMap(span, this.#maxEntries);
    this.#maps.set(ruleId, map);
    return map;
  }

  /** For other partitions; 0 for a missing key. */
  peek(ruleId: string, key: RuleKey): number {
    return this.#maps.get(ruleId)?.peek(key) || 0;
  }

  /** Drops the state of removed rules. */
  keepOnly(ruleIds: readonly string[]): void {
    for (const id of this.#maps.keys()) if (!ruleIds.includes(id)) this.#maps.delete(id);
  }

  /** For metrics: current entries and bytes, and how many entries were evicted early. */
  get size(): { readonly entries: number; readonly bytes: number; readonly evictedEarly: number } {
    const all = [this.#visits, ...this.#maps.values()];
    const sum = (numberIn: (map: ExpiringMap) => number) =>
      all.reduce((total, map) => total + numberIn(map), 0);
    return {
      entries: sum(map => map.entries),
      bytes: sum(map => map.bytes),
      evictedEarly: sum(map => map.evictedEarly),
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

  /** Null for bytes of another version: the state must be rebuilt from the log. */
  static fromBytes(stored: Uint8Array): RulesState | null {
    const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
    if (bytes[0] !== VERSION) return null;
    const state = new RulesState({ maxEntries: bytes.readDoubleLE(1) });
    for (let at = HEAD; at < bytes.length; ) {
      const nameFrom = at + 6;
      const memoryFrom = nameFrom + bytes.readUInt16LE(at);
      const end = memoryFrom + bytes.readUInt32LE(at + 2);
      const map = ExpiringMap.fromBytes(bytes.subarray(memoryFrom, end));
      if (nameFrom === memoryFrom) state.#visits = map;
      else state.#maps.set(bytes.toString('utf8', nameFrom, memoryFrom), map);
      at = end;
    }
    return state;
  }
}

function packed(name: string, map: ExpiringMap): Uint8Array[] {
  const [text, bytes, lengths] = [Buffer.from(name), map.toBytes(), Buffer.alloc(6)];
  lengths.writeUInt16LE(text.length, 0);
  lengths.writeUInt32LE(bytes.length, 2);
  return [lengths, text, bytes];
}

const NO_REMOTE: RemoteCount = () => 0;
const VISIT_ENDS_AFTER = 30 * 60_000;
const VERSION = 2;
const HEAD = 9;

export type RemoteCount = (ruleId: string, key: RuleKey) => number;
