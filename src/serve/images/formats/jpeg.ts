import type { Size } from './picture.ts';

/** Segments, each with a marker and its length; the first that starts a frame has the size. */
export function readJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (startsFrame(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else if (standsAlone(marker)) at += 2;
    else if (marker === START_OF_SCAN || bytes.readUInt16BE(at + 2) < 2) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** C0 to CF, except three that are tables. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

const START_OF_SCAN = 0xda;
