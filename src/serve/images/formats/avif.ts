import type { Size } from './picture.ts';

/**
 * Boxes within boxes, each with its length and name:
 *
 *   ftyp brands    meta ( iprp ( ipco ( ispe width height ... ) ) )
 *
 * A picture may have several items (thumbnail, transparency, tiles of a grid); the largest `ispe` is the
 * whole.
 */
export function readAvif(bytes: Buffer): Size | null {
  const top = [...boxesIn(bytes, 0, bytes.length)];
  const type = top[0];
  if (type?.name !== 'ftyp' || !isAvif(bytes.subarray(type.from, type.to))) return null;
  const sizes = top
    .filter(({ name }) => name === 'meta')
    // In a full box, version and flags precede the boxes.
    .flatMap(meta => within(bytes, { ...meta, from: meta.from + 4 }, 'iprp'))
    .flatMap(properties => within(bytes, properties, 'ipco'))
    .flatMap(container => within(bytes, container, 'ispe'))
    .filter(({ from, to }) => to - from >= 12)
    .map(({ from }) => ({ width: bytes.readUInt32BE(from + 4), height: bytes.readUInt32BE(from + 8) }));
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

function isAvif(brands: Buffer): boolean {
  for (let at = 0; at + 4 <= brands.length; at += 4)
    if (at !== 4 && /^avi[fs]$/.test(brands.toString('latin1', at, at + 4))) return true;
  return false;
}

function within(bytes: Buffer, { from, to }: Box, name: string): Box[] {
  return [...boxesIn(bytes, from, to)].filter(box => box.name === name);
}

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let [at, count] = [from, 0]; at + 8 <= to && count < MAX_BOXES; count++) {
    const length = bytes.readUInt32BE(at);
    // 1: a 64-bit length follows, as only media data needs; 0: the box extends to the end.
    const end = length === 0 ? to : at + length;
    if ((length !== 0 && length < 8) || end > to) return;
    yield { name: bytes.toString('latin1', at + 4, at + 8), from: at + 8, to: end };
    at = end;
  }
}

const MAX_BOXES = 500;

interface Box {
  readonly name: string;
  /** Start of its content. */
  readonly from: number;
  readonly to: number;
}
