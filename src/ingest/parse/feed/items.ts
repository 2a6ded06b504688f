import type { FeedItem } from '../../../model/feed-document.ts';
import { ItemDraft } from './item-draft.ts';
import { ITEM_ELEMENTS } from './item-elements.ts';
import type { DocumentScope } from './scope.ts';
import type { XmlElement } from './xml/element.ts';

/** One item of RSS, RDF, Atom or CDF: their elements mix in the wild, so one table knows them all. */
export function readItem(element: XmlElement, scope: DocumentScope): FeedItem {
  const draft = new ItemDraft(scope);
  for (const child of element.children) ITEM_ELEMENTS.get(child.key)?.(draft, child);
  const about = element.attribute('rdf:about');
  if (about !== null) {
    draft.id.offer(8, about.trim());
    if (/^https?:/i.test(about.trim())) draft.link.offer(12, scope.address(element, about));
  }
  readChannelDefinition(element, draft);
  draft.language.offer(1, element.language);
  return draft.finish();
}

/** Channel Definition Format keeps the address and the date in attributes. */
function readChannelDefinition(element: XmlElement, draft: ItemDraft): void {
  const href = element.attribute('href');
  if (href !== null) draft.link.offer(13, draft.scope.address(element, href));
  const lastModified = element.attribute('lastmod');
  if (lastModified !== null) draft.updated.offer(20, draft.scope.moment(lastModified));
}
