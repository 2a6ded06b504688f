/** The removed and replaced articles of a segment: a bit for each article. */
export class RemovedSet {
  readonly bits: Uint8Array;
  count = 0;

  constructor(documents: number, bits: Uint8Array = new Uint8Array(Math.ceil(documents / 8))) {
    this.bits = bits;
    for (const byte of bits) this.count += ONES[byte] ?? 0;
  }

  has(document: number): boolean {
    return ((this.bits[document >>> 3] ?? 0) & (1 << (document & 7))) !== 0;
  }

  /** False when it was removed before. */
  add(document: number): boolean {
    if (this.has(document)) return false;
    this.bits[document >>> 3] = (this.bits[document >>> 3] ?? 0) | (1 << (document & 7));
    this.count++;
    return true;
  }

  copy(): RemovedSet {
    return new RemovedSet(0, this.bits.slice());
  }
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
