import type { FeedEnclosure, FeedMedia } from '../../../model/feed-document.ts';
import { LIMITS } from './limits.ts';
import type { DocumentScope } from './scope.ts';
import { readPlainText } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** `media:content`, alone or in a group, with thumbnails, captions and credits. */
export function readMediaContent(element: XmlElement, scope: DocumentScope, media: FeedMedia[]): void {
  const url = scope.address(element, element.attribute('url') ?? element.attribute('href'));
  const type = element.attribute('type')?.trim() || null;
  if (url !== null) {
    addMedia(media, {
      url,
      kind: kindOf(element.attribute('medium'), type, url),
      type,
      width: readCount(element.attribute('width')),
      height: readCount(element.attribute('height')),
      description: textOf(element, 'media:description') ?? textOf(element, 'media:title'),
      credit: textOf(element, 'media:credit'),
    });
  }
  for (const child of element.children)
    if (child.key === 'media:thumbnail') readThumbnail(child, scope, media);
}

export function readThumbnail(element: XmlElement, scope: DocumentScope, media: FeedMedia[]): void {
  const reference = element.attribute('url') ?? element.attribute('href') ?? element.text;
  const url = scope.address(element, reference);
  if (url === null) return;
  const width = readCount(element.attribute('width'));
  const height = readCount(element.attribute('height'));
  addMedia(media, { ...pictureAt(url), width, height });
}

/** `itunes:image` and similar: an address in one of several attributes, or as text. */
export function readPicture(element: XmlElement, scope: DocumentScope): string | null {
  const child = element.children.find(({ key }) => key.endsWith(':url') || key.endsWith(':href'));
  const reference =
    element.attribute('href') ||
    element.attribute('url') ||
    element.attribute('src') ||
    child?.text ||
    element.attribute('rdf:resource') ||
    element.attribute('resource') ||
    (element.children.length === 0 ? element.text : null);
  return scope.address(child ?? element, reference || null);
}

export function readEnclosure(element: XmlElement, scope: DocumentScope): FeedEnclosure | null {
  const reference = element.attribute('url') || element.attribute('href') || element.text;
  const url = scope.address(element, reference || null);
  if (url === null) return null;
  const type = element.attribute('type')?.trim() || null;
  return { url, type, length: readCount(element.attribute('length')) };
}

export function pictureAt(url: string): FeedMedia {
  return { url, kind: 'image', type: null, width: null, height: null, description: null, credit: null };
}

export function addMedia(media: FeedMedia[], found: FeedMedia): void {
  if (media.length < LIMITS.list && !media.some(known => known.url === found.url)) media.push(found);
}

export function addEnclosure(enclosures: FeedEnclosure[], found: FeedEnclosure | null): void {
  if (found === null || enclosures.length >= LIMITS.list) return;
  if (!enclosures.some(known => known.url === found.url)) enclosures.push(found);
}

export function kindOf(medium: string | null, type: string | null, url: string): FeedMedia['kind'] {
  for (const kind of ['image', 'video', 'audio'] as const) {
    if (medium?.toLowerCase() === kind || type?.toLowerCase().startsWith(`${kind}/`)) return kind;
  }
  if (medium === null && type === null && /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(url))
    return 'image';
  return 'other';
}

/** A non-negative whole number, such as a size or length; otherwise null. */
export function readCount(text: string | null): number | null {
  const digits = /^\s*(\d[\d,. ]*)/.exec(text ?? '')?.[1];
  if (digits === undefined) return null;
  const number = Number(digits.replace(/[, ]/g, '').replace(/\.\d*$/, ''));
  return Number.isSafeInteger(number) ? number : null;
}

function textOf(element: XmlElement, key: string): string | null {
  const child = element.child(key);
  return child === undefined ? null : readPlainText(child);
}
