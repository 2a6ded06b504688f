import type { Best } from './best.ts';
import type { DocumentScope } from './scope.ts';
import { readWord } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/**
 * A link as in Atom (`rel`, `type`, `href`) or in RSS (the address as text). Both occur in both formats, also with the
 * address in the position of the other format.
 */
export function readLink(element: XmlElement, scope: DocumentScope): ElementLink | null {
  const reference = element.attribute('href') || readWord(element) || element.attribute('rdf:resource');
  const href = scope.address(element, reference || null);
  if (href === null) return null;
  return {
    href,
    rel: (element.attribute('rel') || 'alternate').trim().toLowerCase().replace(IANA, ''),
    type: element.attribute('type')?.trim().toLowerCase() || null,
    count: element.attribute('thr:count') ?? element.attribute('count'),
    length: element.attribute('length'),
  };
}

/** A page is preferred to an untyped link, and that to another representation. */
export function offerAlternate(link: ElementLink, best: Best<string>, rank: number): void {
  const page = link.type === null || link.type.startsWith('text/html') || link.type.includes('xhtml');
  best.offer(page ? rank : rank + 0.5, link.href);
}

export interface ElementLink {
  readonly href: string;
  readonly rel: string;
  readonly type: string | null;
  readonly count: string | null;
  readonly length: string | null;
}

const IANA = /^https?:\/\/www\.iana\.org\/assignments\/relation\//;
