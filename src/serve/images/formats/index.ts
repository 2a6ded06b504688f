import { readAvif } from './avif.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import type { Picture, PictureType, Size } from './picture.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/**
 * Detects the format of a picture and its decoded size from its first bytes alone, ignoring its declared
 * type. Null for anything but the five formats: SVG above all, which can contain scripts.
 */
export function pictureIn(bytes: Buffer): Picture | null {
  for (const { type, read } of FORMATS) {
    const size = read(bytes);
    if (size) return { type, ...size };
  }
  return null;
}

const FORMATS: readonly PictureFormat[] = [
  { type: 'image/jpeg', read: readJpeg },
  { type: 'image/png', read: readPng },
  { type: 'image/gif', read: readGif },
  { type: 'image/webp', read: readWebp },
  { type: 'image/avif', read: readAvif },
];

interface PictureFormat {
  readonly type: PictureType;
  readonly read: (bytes: Buffer) => Size | null;
}
