import type { Addresses } from './addresses.ts';
import type { Attributes } from './tokeniser.ts';
import { isTiny, isTracker } from './trackers.ts';

/**
 * Where a foreign page inside the article can be seen instead. A frame would let its owner watch the reader and
 * run what it likes; a link waits until somebody follows it.
 */
export function embeddedPage(attributes: Attributes, addresses: Addresses): EmbeddedPage | null {
  if (isTiny(attributes.get('width')) || isTiny(attributes.get('height'))) return null;
  const address = firstAddress(attributes, addresses);
  if (address === null || isTracker(address)) return null;
  const { href, name } = watchable(new URL(address));
  return { href, label: attributes.get('title')?.trim() || name };
}

function firstAddress(attributes: Attributes, addresses: Addresses): string | null {
  for (const name of ['src', 'data-src', 'data-lazy-src', 'data']) {
    const value = attributes.get(name);
    const address = value === undefined ? null : addresses.resource(value);
    if (address !== null) return address;
  }
  return null;
}

/** The page a person would open, where the frame's own address is only good inside a frame. */
function watchable(url: URL): { href: string; name: string } {
  const host = url.hostname.replace(/^(?:www|m|embed|player|w)\./, '');
  for (const { hosts, path, page, name } of PROVIDERS) {
    if (!hosts.includes(host)) continue;
    const id = path.exec(url.pathname)?.[1];
    return { href: id === undefined ? url.href : page(id), name };
  }
  return { href: url.href, name: host };
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    path: /^\/(?:embed|v|shorts)\/([\w-]{6,20})$/,
    page: id => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com'],
    path: /^\/video\/(\d+)$/,
    page: id => `https://vimeo.com/${id}`,
  },
  {
    name: 'Dailymotion',
    hosts: ['dailymotion.com'],
    path: /^\/embed\/video\/(\w+)$/,
    page: id => `https://www.dailymotion.com/video/${id}`,
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    path: /^\/embed\/((?:track|album|playlist|episode|show)\/\w+)$/,
    page: id => `https://open.spotify.com/${id}`,
  },
  {
    name: 'Instagram',
    hosts: ['instagram.com'],
    path: /^\/((?:p|reel|tv)\/[\w-]+)\/embed/,
    page: id => `https://www.instagram.com/${id}/`,
  },
  {
    name: 'TikTok',
    hosts: ['tiktok.com'],
    path: /^\/embed\/(?:v2\/)?(\d+)$/,
    page: id => `https://www.tiktok.com/embed/v2/${id}`,
  },
];

export interface EmbeddedPage {
  readonly href: string;
  readonly label: string;
}

interface Provider {
  readonly name: string;
  /** Without `www.` and the like. */
  readonly hosts: readonly string[];
  readonly path: RegExp;
  page(id: string): string;
}
