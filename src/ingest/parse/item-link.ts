import { isWebAddress } from '../../lib/web-address.ts';
import type { DocumentItem, FeedDocument } from '../../model/feed-document.ts';
import { canonicalUrl } from '../dedup/canonical-url.ts';

/**
 * DEDUP-6: the address of an item: its link, else its enclosure, else the page of the source, which is then shared by all
 * items without a link (separate-items.ts). Null when not even the source has a usable address.
 */
export function itemAddress(item: DocumentItem, document: FeedDocument, source: string): ItemAddress | null {
  const page = [item.originalLink, item.link, item.id].find(isUsable);
  if (page) return { url: new URL(page).href, kind: 'page' };
  const file = [...enclosuresOf(item), ...item.media].find(({ url }) => isUsable(url));
  if (file) return { url: new URL(file.url).href, kind: 'file' };
  const home = [document.link, source].find(isUsable);
  return home ? { url: new URL(home).href, kind: 'source' } : null;
}

/** The recording comes before its pictures. */
function enclosuresOf({ enclosures }: DocumentItem): DocumentItem['enclosures'] {
  const isPicture = (type: string | null) => type?.startsWith('image/') ?? false;
  return [
    ...enclosures.filter(({ type }) => !isPicture(type)),
    ...enclosures.filter(({ type }) => isPicture(type)),
  ];
}

function isUsable(address: string | null): address is string {
  return isWebAddress(address) && canonicalUrl(address) !== null;
}

interface ItemAddress {
  readonly url: string;
  /** `page` can be read; `file` is a recording or a picture. */
  readonly kind: 'page' | 'file' | 'source';
}
