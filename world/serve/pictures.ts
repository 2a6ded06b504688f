import { crc32, deflateSync } from 'node:zlib';
import { type Draw, drawFor } from '../draw.ts';

const WIDTH = 640;
const HEIGHT = 360;

/** A generated picture for an id: a sky, a sun and some hills, always the same for the same id. */
export function drawSvg(seed: number, id: string): string {
  const { top, bottom, sun, hills } = composePicture(drawFor(seed, 'picture', id));
  const paths = hills.map(({ height, wave, shift, colour }) => {
    const points = Array.from(
      { length: 33 },
      (_, i) => `${i * 20},${Math.round(hillTop(i * 20, height, wave, shift))}`,
    );
    return `<polygon points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}" fill="rgb(${colour})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="rgb(${top})"/><stop offset="1" stop-color="rgb(${bottom})"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="rgb(${sun.colour})"/>${paths.join('')}</svg>`;
}

/** The same picture as PNG: signature, header, one block of deflated rows, end. */
export function drawPng(seed: number, id: string): Buffer {
  const picture = composePicture(drawFor(seed, 'picture', id));
  const stride = 1 + WIDTH * 3;
  const rows = Buffer.alloc(stride * HEIGHT);
  const tops = picture.hills.map(({ height, wave, shift }) =>
    Float64Array.from({ length: WIDTH }, (_, x) => hillTop(x, height, wave, shift)),
  );
  for (let y = 0; y < HEIGHT; y++) {
    const sky = mix(picture.top, picture.bottom, y / HEIGHT);
    for (let x = 0; x < WIDTH; x++) {
      const [red, green, blue] = colourAt(picture, tops, sky, x, y);
      const at = y * stride + 1 + x * 3;
      rows[at] = red;
      rows[at + 1] = green;
      rows[at + 2] = blue;
    }
  }
  const header = Buffer.from([...bytesOf(WIDTH), ...bytesOf(HEIGHT), 8, 2, 0, 0, 0]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(
  { sun, hills }: Picture,
  tops: readonly Float64Array[],
  sky: Colour,
  x: number,
  y: number,
): Colour {
  for (let i = hills.length - 1; i >= 0; i--) {
    const hill = hills[i];
    if (hill && y >= (tops[i]?.[x] ?? HEIGHT)) return hill.colour;
  }
  return (x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.radius ** 2 ? sun.colour : sky;
}

function composePicture(draw: Draw): Picture {
  const colour = (min: number, max: number): Colour => [
    draw.integer(min, max),
    draw.integer(min, max),
    draw.integer(min, max),
  ];
  return {
    top: colour(40, 160),
    bottom: colour(150, 250),
    sun: {
      x: draw.integer(60, 580),
      y: draw.integer(40, 190),
      radius: draw.integer(18, 60),
      colour: colour(190, 255),
    },
    hills: [1, 2, 3].map(row => ({
      height: 170 + row * 45,
      wave: draw.integer(60, 190),
      shift: draw.integer(0, 600),
      colour: colour(120 - row * 35, 190 - row * 45),
    })),
  };
}

function hillTop(x: number, height: number, wave: number, shift: number): number {
  return height + Math.sin((x + shift) / wave) * 34 + Math.sin((x + shift) / (wave / 3)) * 7;
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const one = (a: number, b: number) => Math.round(a + (b - a) * share);
  return [one(from[0], to[0]), one(from[1], to[1]), one(from[2], to[2])];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([bytesOf(data.length), body, bytesOf(crc32(body))]);
}

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Colour = readonly [number, number, number];
interface Picture {
  readonly top: Colour;
  readonly bottom: Colour;
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number; readonly colour: Colour };
  readonly hills: readonly {
    readonly height: number;
    readonly wave: number;
    readonly shift: number;
    readonly colour: Colour;
  }[];
}
