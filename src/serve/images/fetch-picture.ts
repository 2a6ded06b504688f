import type { Limits, Outbound } from '../../platform/outbound/port.ts';
import { pictureIn } from './formats/index.ts';
import type { Picture } from './formats/picture.ts';

/** Fetches a picture from its publisher. Rejects with OutboundFailure, HostInTrouble or NoPicture. */
export async function fetchPicture(
  outbound: Outbound,
  address: string,
  limits: PictureLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const answer = await outbound.request({
    url: address,
    purpose: 'the image proxy',
    headers: { accept: 'image/avif, image/webp, image/jpeg, image/png, image/gif;q=0.8' },
    limits: limits.request,
    signal,
  });
  if (answer.status === 429 || answer.status >= 500) throw new HostInTrouble(`HTTP ${answer.status}`);
  if (answer.status !== 200) throw new NoPicture('http-status', `HTTP ${answer.status}`);
  const content = Buffer.from(answer.body);
  checkedPicture(content, limits);
  return content;
}

/** Checks the size in pixels: a few bytes on the wire may decode to gigabytes in a browser. */
export function checkedPicture(content: Buffer, { longestSide, maxPixels }: SizeLimits): Picture {
  const picture = pictureIn(content);
  if (!picture) throw new NoPicture('format', 'not a supported format');
  const { width, height } = picture;
  if (width === 0 || height === 0) throw new NoPicture('no-size', 'width or height is zero');
  if (width > longestSide || height > longestSide || width * height > maxPixels)
    throw new NoPicture('too-many-pixels', `${width} x ${height} pixels`);
  return picture;
}

/** The address has no picture that we show, and is unlikely to have one soon. */
export class NoPicture extends Error {
  readonly reason: NoPictureReason;

  constructor(reason: NoPictureReason, message: string) {
    super(message);
    this.reason = reason;
    this.name = 'NoPicture';
  }
}

/** The host answers with a server error or a rate limit. */
export class HostInTrouble extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'HostInTrouble';
  }
}

export type NoPictureReason = 'http-status' | 'format' | 'no-size' | 'too-many-pixels';

export interface SizeLimits {
  /** Maximum of width and height, in pixels. */
  readonly longestSide: number;
  readonly maxPixels: number;
}

export interface PictureLimits extends SizeLimits {
  readonly request: Partial<Limits>;
}
