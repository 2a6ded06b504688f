import type { DocumentItem, SitemapReference } from '../../../model/feed-document.ts';
import { addCategory, readCategory, readKeywords } from './categories.ts';
import { ItemDraft } from './item-draft.ts';
import { addMedia, pictureAt } from './media.ts';
import type { DocumentScope } from './scope.ts';
import { readPlainText, readWord } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** An article of a news sitemap, or null for an ordinary page. */
export function readSitemapItem(element: XmlElement, scope: DocumentScope): DocumentItem | null {
  const news = element.child('news:news');
  const address = element.child('sitemap:loc');
  if (news === undefined || address === undefined) return null;
  const draft = new ItemDraft(scope);
  const link = scope.address(address, readWord(address));
  draft.link.offer(0, link);
  draft.id.offer(0, link);
  const modified = element.child('sitemap:lastmod');
  if (modified !== undefined) draft.updated.offer(0, scope.moment(readWord(modified)));
  readNews(news, draft);
  for (const child of element.children) {
    const location = child.key === 'sitemap-image:image' ? child.child('sitemap-image:loc') : undefined;
    const url = location === undefined ? null : scope.address(location, readWord(location));
    if (url !== null) addMedia(draft.media, pictureAt(url));
  }
  return draft.finish();
}

export function readSitemapReference(element: XmlElement, scope: DocumentScope): SitemapReference | null {
  const address = element.child('sitemap:loc');
  const url = address === undefined ? null : scope.address(address, readWord(address));
  const modified = element.child('sitemap:lastmod');
  if (url === null) return null;
  return { url, lastModified: modified === undefined ? null : scope.moment(readWord(modified)) };
}

function readNews(news: XmlElement, draft: ItemDraft): void {
  for (const child of news.children) {
    switch (child.key) {
      case 'news:title':
        draft.title.offer(0, readPlainText(child));
        break;
      case 'news:publication_date':
        draft.published.offer(0, draft.scope.moment(readWord(child)));
        break;
      case 'news:keywords':
      case 'news:genres':
        readKeywords(child, found => addCategory(draft.categories, found));
        break;
      case 'news:geo_locations':
        readCategory(child, found => addCategory(draft.categories, found));
        break;
      case 'news:publication':
        readPublication(child, draft);
    }
  }
}

function readPublication(publication: XmlElement, draft: ItemDraft): void {
  const name = publication.child('news:name');
  const language = publication.child('news:language');
  if (name !== undefined) draft.source = { title: readPlainText(name), link: null, url: null };
  if (language !== undefined) draft.language.offer(0, readWord(language));
}
