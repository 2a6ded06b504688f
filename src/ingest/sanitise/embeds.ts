import type { Addresses } from './addresses.ts';
import { HOSTS, PAGES } from './embed-providers.ts';
import type { TagAttributes } from './tags.ts';
import { isTiny } from './trackers.ts';

/**
 * The link that replaces a frame. A frame would let its owner track the reader and run scripts; a link does nothing until
 * it is followed. Frames of unknown hosts are mostly advertisements, trackers and comment boxes, and are dropped.
 */
export function embeddedPage(attributes: TagAttributes, addresses: Addresses): EmbeddedPage | null {
  if (isTiny(attributes.get('width')) || isTiny(attributes.get('height'))) return null;
  const address = firstAddress(attributes, addresses);
  if (address === null) return null;
  const url = new URL(address);
  const provider = providerOf(url);
  if (provider === undefined) return null;
  return { href: pageOf(provider, url), label: attributes.get('title')?.trim() || provider };
}

function firstAddress(attributes: TagAttributes, addresses: Addresses): string | null {
  for (const name of ['src', 'data-src', 'data-lazy-src']) {
    const value = attributes.get(name);
    const address = value === undefined ? null : addresses.resource(value);
    if (address !== null) return address;
  }
  return null;
}

/** By its host or a parent domain. Some hosts have players among other pages. */
function providerOf({ hostname, pathname }: URL): string | undefined {
  for (let name = hostname; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const provider = HOSTS.get(name);
    if (provider !== undefined) return provider;
  }
  if (/^\/maps\/(?:embed|d\/)/.test(pathname) && /(?:^|\.)google\.[a-z.]{2,6}$/.test(hostname)) return 'Map';
  if (/^\/videos\/embed\/[\w-]+$/.test(pathname)) return 'PeerTube';
  return undefined;
}

/** The page to open, where the frame's own address only works inside a frame. */
function pageOf(provider: string, url: URL): string {
  const rule = PAGES[provider];
  const id = rule?.id.exec(url.pathname + url.search)?.[1];
  return rule === undefined || id === undefined ? url.href : rule.page + id;
}

export interface EmbeddedPage {
  readonly href: string;
  readonly label: string;
}
