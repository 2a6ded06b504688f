import type { Publisher } from '../types.ts';
import type { World } from '../world.ts';

/**
 * Three schemes for publisher addresses on one machine:
 *
 *   path      http://127.0.0.1:4000/p/halvenport-herald/     works everywhere; one host for all
 *   address   http://127.1.0.17:4000/                        a host each; Linux answers on all of 127/8
 *   host      http://halvenport-herald.example:4000/         a host each; the client must resolve it
 */
export type Addressing = 'path' | 'address' | 'host';

export function homeOf(publisher: Publisher, addressing: Addressing, host: string, port: number): string {
  if (addressing === 'path') return `http://${host}:${port}/p/${publisher.slug}`;
  if (addressing === 'address') return `http://${addressOf(publisher.index)}:${port}`;
  return `http://${publisher.domain}${port === 80 ? '' : `:${port}`}`;
}

/** 127.1.0.0 is the first one; each second octet has room for 65,536. */
export function addressOf(index: number): string {
  return `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
}

export function indexOfAddress(address: string): number | null {
  const [first, second = 0, third = 0, fourth = 0] = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number);
  return first === 127 && second >= 1 ? ((second - 1) << 16) + (third << 8) + fourth : null;
}

/** The publisher of a request, and the path below its root. */
export function findPublisher(world: World, request: Located): Found | null {
  const [path = '/'] = request.url.split('?', 1);
  const [, slug, rest] = /^\/p\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const publisher =
    slug !== undefined
      ? world.publisherBySlug(slug)
      : (world.publisherBySlug(request.host.replace(/\.example(:\d+)?$/, '')) ??
        byAddress(world, request.localAddress));
  return (
    publisher && { publisher, path: slug === undefined ? path : (rest ?? '/'), isByPath: slug !== undefined }
  );
}

function byAddress(world: World, address: string): Publisher | null {
  const index = indexOfAddress(address);
  return index !== null && index < world.publisherCount && address !== '127.0.0.1'
    ? world.publisherAt(index)
    : null;
}

interface Located {
  readonly url: string;
  readonly host: string;
  readonly localAddress: string;
}

interface Found {
  readonly publisher: Publisher;
  readonly path: string;
  readonly isByPath: boolean;
}
