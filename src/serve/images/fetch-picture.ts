import type { Limits, Outbound } from '../../platform/outbound/port.ts';
import { type Picture, pictureIn } from './formats/index.ts';

/** Asks a publisher for a picture. Rejects with OutboundFailure, HostInTrouble or NoPicture. */
export async function fetchPicture(
  outbound: Outbound,
  address: string,
  limits: Partial<Limits>,
  signal: AbortSignal,
): Promise<Buffer> {
  const answer = await outbound.request({
    url: address,
    purpose: 'the image proxy',
    headers: { accept: 'image/avif, image/webp, image/jpeg, image/png, image/gif;q=0.8' },
    limits,
    signal,
  });
  if (answer.status === 429 || answer.status >= 500) throw new HostInTrouble(`HTTP ${answer.status}`);
  if (answer.status !== 200) throw new NoPicture(`HTTP ${answer.status}`);
  const content = Buffer.from(answer.body);
  checkedPicture(content);
  return content;
}

/** What a browser would unfold: small on the wire may be gigabytes in memory. */
export function checkedPicture(content: Buffer): Picture {
  const picture = pictureIn(content);
  if (!picture) throw new NoPicture('it is none of the formats that are shown');
  const { width, height } = picture;
  if (width === 0 || height === 0) throw new NoPicture('it has no size');
  if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS)
    throw new NoPicture(`it has ${width} times ${height} pixels`);
  return picture;
}

/** Those of a good camera; four bytes each when it is shown. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 16_384;

/** What is at the address is nothing that we show, and will not become so soon. */
export class NoPicture extends Error {
  constructor(reason: string) {
    super(reason);
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
