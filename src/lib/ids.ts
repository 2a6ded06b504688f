import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/**
 * ALL-5: ids are UUIDv7 (RFC 9562): 48 bits of milliseconds, then a 12-bit counter, then 62 random bits.
 * The counter makes ids of one process strictly ascending, also within a millisecond and when the clock
 * steps back: the time in an id never decreases; it stays the same until the clock has caught up.
 *
 *   unix_ts_ms (48) | 0111 (4) | counter (12) | 10 (2) | random (62)
 */
export function createIdSource(clock: Clock, random: Random): () => string {
  let lastMs = -1;
  let counter = 0;
  let pool = new Uint8Array(0);
  let used = 0;

  const eightRandomBytes = () => {
    // One call for many ids: asking the system for 8 bytes at a time costs more than the id itself.
    if (used + 8 > pool.length) {
      pool = random.bytes(1024);
      used = 0;
    }
    used += 8;
    return pool.subarray(used - 8, used);
  };

  return () => {
    const tail = eightRandomBytes();
    const nowMs = clock.now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      // Starting low leaves room to count up within the millisecond.
      counter = ((tail[0] ?? 0) << 1) & 0x1ff;
    } else if (++counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    return format(lastMs, counter, tail);
  };
}

/** The creation time of an id, or null when it is not a UUIDv7. */
export function timeOfId(id: string): Date | null {
  if (!isUuid(id) || id[14] !== '7') return null;
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The highest id of a millisecond: no id created until then sorts after it. */
export function latestIdAt(ms: number): string {
  return format(ms, 0xfff, new Uint8Array(8).fill(0xff));
}

/** Below and above every id: start cursors of lists sorted by id. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** An id as its sixteen bytes, and back. */
export function idToBytes(id: string): Buffer<ArrayBuffer> {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idFromBytes(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function format(ms: number, counter: number, tail: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0');
  const middle = (0x7000 | counter).toString(16);
  const variant = (0x80 | ((tail[0] ?? 0) & 0x3f)).toString(16);
  const rest = Buffer.from(tail.buffer, tail.byteOffset + 1, 7).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`;
}
