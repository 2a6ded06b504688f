import type { FeedSource } from '../../../model/feed-document.ts';
import { Best } from './best.ts';
import { offerAlternate, readLink } from './links.ts';
import type { DocumentScope } from './scope.ts';
import { readPlainText } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** The original publisher of an item: RSS names its feed, Atom repeats the head of its feed. */
export function readSource(element: XmlElement, scope: DocumentScope): FeedSource | null {
  if (element.children.length === 0) return readRssSource(element, scope);
  const link = new Best<string>();
  const self = new Best<string>();
  let title: string | null = null;
  for (const child of element.children) {
    if (child.key.endsWith(':title')) title ??= readPlainText(child);
    if (!child.key.endsWith(':link')) continue;
    const found = readLink(child, scope);
    if (found?.rel === 'alternate') offerAlternate(found, link, 0);
    if (found?.rel === 'self') self.offer(0, found.href);
  }
  return nonEmpty({ title, link: link.value, url: self.value });
}

function readRssSource(element: XmlElement, scope: DocumentScope): FeedSource | null {
  const url = scope.address(element, element.attribute('url') ?? element.attribute('href'));
  return nonEmpty({ title: readPlainText(element), link: url, url });
}

function nonEmpty(source: FeedSource): FeedSource | null {
  return source.title === null && source.link === null && source.url === null ? null : source;
}
