import type { Limits, Outbound } from '../../platform/outbound/port.ts';
import { pictureIn } from './formats/index.ts';
import type { Picture } from './formats/picture.ts';

/** Asks a publisher for a picture. Rejects with OutboundFailure, HostInTrouble or NoPicture. */
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

/** What a browser would unfold: small on the wire may be gigabytes in memory. */
export function checkedPicture(content: Buffer, { longestSide, mostPixels }: SizeLimits): Picture {
  const picture = pictureIn(content);
  if (!picture) throw new NoPicture('format', 'it is none of the formats that are shown');
  const { width, height } = picture;
  if (width === 0 || height === 0) throw new NoPicture('no-size', 'it has no size');
  if (width > longestSide || height > longestSide || width * height > mostPixels)
    throw new NoPicture('too-many-pixels', `it has ${width} times ${height} pixels`);
  return picture;
}

/** What is at the address is nothing that we show, and will not become so soon. */
export class NoPicture extends Error {
  readonly reason: NoPictureReason;

  constructor(reason: NoPictureReason, message: string) {
    super(message);
    this.reason = reason;
    this.name = 'NoPicture';
  }
}

/** The host answers, but cannot do its work now. */
export class HostInTrouble extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'HostInTrouble';
  }
}

export type NoPictureReason = 'http-status' | 'format' | 'no-size' | 'too-many-pixels';

export interface SizeLimits {
  /** Of width and height, in pixels. */
  readonly longestSide: number;
  readonly mostPixels: number;
}

export interface PictureLimits extends SizeLimits {
  readonly request: Partial<Limits>;
}
