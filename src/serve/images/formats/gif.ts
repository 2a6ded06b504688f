import type { Size } from './picture.ts';

/**
 * The size of the screen, or of the first frame if larger: browsers allocate the larger one.
 *
 *   GIF8?a  width height flags background aspect  [colours]  { 0x21 label blocks }  0x2c left top width height ...
 */
export function readGif(bytes: Buffer): Size | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const frame = firstFrame(bytes);
  if (!frame) return null;
  return {
    width: Math.max(screen.width, frame.width),
    height: Math.max(screen.height, frame.height),
  };
}

function firstFrame(bytes: Buffer): Size | null {
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);
  while (bytes[at] === EXTENSION) at = endOfBlocks(bytes, at + 2);
  if (bytes[at] !== FRAME || at + 9 > bytes.length) return null;
  const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)];
  return { width: left + bytes.readUInt16LE(at + 5), height: top + bytes.readUInt16LE(at + 7) };
}

/** Blocks, each with its length first; a length of zero is the end. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += length + 1;
  return at + 1;
}

const EXTENSION = 0x21;
const FRAME = 0x2c;
