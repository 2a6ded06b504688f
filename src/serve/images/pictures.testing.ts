import { deflateSync } from 'node:zlib';

/** Minimal pictures whose headers claim any size. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Pixel data only when the picture is small enough to be drawn.
  const rows = width * height < 100_000 ? Buffer.alloc(height * (1 + width * 3), 0x40) : Buffer.alloc(1);
  for (let row = 0; row < height && rows.length > 1; row++) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function gif(width: number, height: number, frame = { width, height }): Buffer {
  const bytes = Buffer.alloc(13 + 8 + 10);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  bytes.set([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c], 13);
  bytes.writeUInt16LE(frame.width, 26);
  bytes.writeUInt16LE(frame.height, 28);
  return bytes;
}

export function jpeg(width: number, height: number): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 6]), Buffer.from('\xff\xc0ab', 'latin1')]);
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 0x11, 0, 0xff, 0xda, 0, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, Buffer.from([0xff]), frame]);
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 'latin1');
  bytes.write('WEBP', 8, 'latin1');
  bytes.write(kind, 12, 'latin1');
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  } else {
    bytes.writeUIntBE(0x9d012a, 23, 3);
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}

export function avif(...sizes: readonly (readonly [width: number, height: number])[]): Buffer {
  const extents = sizes.map(([width, height]) => {
    const body = Buffer.alloc(12);
    body.writeUInt32BE(width, 4);
    body.writeUInt32BE(height, 8);
    return box('ispe', body);
  });
  const properties = box('iprp', box('ipco', Buffer.concat(extents)));
  return Buffer.concat([
    box('ftyp', Buffer.from('mif1\0\0\0\0mif1avif', 'latin1')),
    box('meta', Buffer.concat([Buffer.alloc(4), properties])),
    box('mdat', Buffer.alloc(4)),
  ]);
}

function box(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crcOf(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
