import type { ItemDraft } from './item-draft.ts';
import { readSource } from './item-source.ts';
import { offerAlternate, readLink } from './links.ts';
import {
  addEnclosure,
  addMedia,
  kindOf,
  readCount,
  readEnclosure,
  readMediaContent,
  readPicture,
  readThumbnail,
} from './media.ts';
import { addPerson, readPerson } from './people.ts';
import { author, category, fallbackAuthor, keywords } from './shared-elements.ts';
import { readPlainText, readWord } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** The meaning of each element of an item. The lower the rank, the more an element is trusted. */
export const ITEM_ELEMENTS: ReadonlyMap<string, ItemElement> = new Map(
  Object.entries({
    'rss:title': title(0),
    'atom:title': title(1),
    'dc:title': title(2),
    'media:title': title(3),
    'itunes:title': title(4),
    'dcterms:title': title(5),

    'feedburner:origlink': originalLink(0),
    'pheedo:origlink': originalLink(1),
    'rss:link': anyLink(1),
    'atom:link': anyLink(2),
    'rss:guid': guid,
    'atom:id': identifier(1),
    'rss:id': identifier(2),
    'dc:identifier': identifier(4),
    'dcterms:identifier': identifier(5),
    'l:permalink': link(6),
    'rss:url': link(7),

    'rss:pubdate': published(0),
    'atom:published': published(1),
    'atom:issued': published(2),
    'dcterms:issued': published(3),
    'dc:date': published(4),
    'atom:created': published(5),
    'dcterms:created': published(6),
    'rss:published': published(7),
    'rss:date': published(8),
    'rss:issued': published(9),
    'prism:publicationdate': published(10),
    'dcterms:date': published(11),
    'rss:created': published(12),
    'atom:updated': updated(0),
    'atom:modified': updated(1),
    'dcterms:modified': updated(2),
    'rss:updated': updated(3),
    'rss:lastbuilddate': updated(4),
    'rss:modified': updated(5),

    'content:encoded': content(0),
    'atom:content': atomContent,
    'rss:content': content(2),
    'xhtml:body': content(3),
    'xhtml:div': content(4),
    'rss:body': content(5),
    'rss:fullitem': content(6),
    'rss:encoded': content(7),
    'rss:description': summary(0),
    'atom:summary': summary(1),
    'rss:summary': summary(2),
    'itunes:summary': summary(3),
    'dc:description': summary(4),
    'dcterms:abstract': summary(5),
    'rss:abstract': summary(6),
    'googleplay:description': summary(7),
    'media:description': summary(8),
    'itunes:subtitle': summary(9),
    'media:text': summary(10),

    'rss:author': author,
    'atom:author': author,
    'dc:creator': author,
    'rss:creator': author,
    'dcterms:creator': author,
    'rss:managingeditor': fallbackAuthor,
    'itunes:author': fallbackAuthor,
    'googleplay:author': fallbackAuthor,
    'dc:author': fallbackAuthor,
    'itunes:owner': fallbackAuthor,
    'atom:contributor': contributor,
    'dc:contributor': contributor,

    'rss:category': category,
    'atom:category': category,
    'dc:subject': category,
    'dcterms:subject': category,
    'media:category': category,
    'itunes:category': category,
    'googleplay:category': category,
    'itunes:keywords': keywords,
    'media:keywords': keywords,
    'rss:keywords': keywords,

    'rss:enclosure': enclosure,
    'atom:enclosure': enclosure,
    'media:content': (draft, element) => readMediaContent(element, draft.scope, draft.media),
    'media:thumbnail': (draft, element) => readThumbnail(element, draft.scope, draft.media),
    'media:group': group,
    'media:player': player,
    'rss:thumbnail': (draft, element) => readThumbnail(element, draft.scope, draft.media),
    'itunes:image': picture(0),
    'googleplay:image': picture(1),
    'rss:image': picture(2),
    'rss:logo': picture(3),
    'atom:logo': picture(4),
    'atom:icon': picture(5),
    'podcast:image': picture(6),
    'itunes:link': itunesLink,

    'rss:comments': comments,
    'wfw:commentrss': commentsFeed,
    'slash:comments': commentCount,
    'thr:total': commentCount,

    'rss:source': (draft, element) => {
      draft.source ??= readSource(element, draft.scope);
    },
    'atom:source': (draft, element) => {
      draft.source ??= readSource(element, draft.scope);
    },
    'dc:language': language,
    'rss:language': language,
    'dcterms:language': language,
    'dc:rights': rights,
    'atom:rights': rights,
    'rss:copyright': rights,
    'media:copyright': rights,
    'cc:license': rights,
    'itunes:duration': duration,
    'georss:point': place,
    'georss:where': place,
    'georss:featurename': place,
    'geo:point': place,
    'geo:lat': place,
    'geo:long': place,
    'geo:lon': place,
    'gml:point': place,
  } satisfies Record<string, ItemElement>),
);

export type ItemElement = (draft: ItemDraft, element: XmlElement) => void;

function title(rank: number): ItemElement {
  return (draft, element) => {
    if (draft.title.wants(rank)) draft.title.offer(rank, readPlainText(element));
  };
}

function link(rank: number): ItemElement {
  return (draft, element) => draft.link.offer(rank, draft.scope.address(element, readWord(element)));
}

function originalLink(rank: number): ItemElement {
  return (draft, element) => draft.originalLink.offer(rank, draft.scope.address(element, readWord(element)));
}

function anyLink(rank: number): ItemElement {
  return (draft, element) => {
    const found = readLink(element, draft.scope);
    if (found === null) return;
    const page = found.type === null || found.type.includes('html');
    switch (found.rel) {
      case 'alternate':
        return offerAlternate(found, draft.link, rank);
      case 'enclosure':
        return addEnclosure(draft.enclosures, {
          url: found.href,
          type: found.type,
          length: readCount(found.length),
        });
      case 'replies':
        draft.commentCount.offer(2, readCount(found.count));
        if (found.type === null) return;
        return (page ? draft.comments : draft.commentsFeed).offer(2, found.href);
      case 'image':
      case 'preview':
      case 'icon':
        return draft.picture.offer(7, found.href);
      case 'via':
      case 'related':
        return draft.link.offer(rank + 20, found.href);
    }
  };
}

/** A guid is a link unless it declares otherwise, or does not look like one. A path is a link to the site. */
function guid(draft: ItemDraft, element: XmlElement): void {
  const text = readWord(element);
  draft.id.offer(0, text);
  const permanent = element.attribute('ispermalink')?.trim().toLowerCase();
  if (permanent === 'false') return;
  if (WEB.test(text)) draft.link.offer(10, draft.scope.address(element, text));
  else if (isPath(text, permanent === 'true')) draft.link.offer(40, draft.scope.address(element, text));
}

/** Without a declaration, `a/b` may be an id; a scheme such as `tag:` or `urn:` is one. */
function isPath(text: string, isDeclared: boolean): boolean {
  return isDeclared ? !/\s|^[a-z][a-z0-9+.-]*:/i.test(text) : /^\.{0,2}\/[^\s]/.test(text);
}

function identifier(rank: number): ItemElement {
  return (draft, element) => {
    const text = readWord(element);
    draft.id.offer(rank, text);
    if (WEB.test(text)) draft.link.offer(30 + rank, draft.scope.address(element, text));
  };
}

function published(rank: number): ItemElement {
  return (draft, element) => {
    if (draft.published.wants(rank)) draft.published.offer(rank, draft.scope.moment(readWord(element)));
  };
}

function updated(rank: number): ItemElement {
  return (draft, element) => {
    if (draft.updated.wants(rank)) draft.updated.offer(rank, draft.scope.moment(readWord(element)));
  };
}

function content(rank: number): ItemElement {
  return (draft, element) => {
    if (!isBlank(element)) draft.content.offer(rank, element);
  };
}

function summary(rank: number): ItemElement {
  return (draft, element) => {
    if (!isBlank(element)) draft.summary.offer(rank, element);
  };
}

/** External content (`src`) is media, or the page of the item. */
function atomContent(draft: ItemDraft, element: XmlElement): void {
  if (!isBlank(element)) draft.content.offer(1, element);
  const url = draft.scope.address(element, element.attribute('src'));
  if (url === null) return;
  const type = element.attribute('type')?.trim().toLowerCase() || null;
  const kind = kindOf(null, type, url);
  if (kind === 'other') draft.link.offer(25, url);
  else addMedia(draft.media, { url, kind, type, width: null, height: null, description: null, credit: null });
}

function contributor(draft: ItemDraft, element: XmlElement): void {
  addPerson(draft.contributors, readPerson(element, draft.scope));
}

function enclosure(draft: ItemDraft, element: XmlElement): void {
  addEnclosure(draft.enclosures, readEnclosure(element, draft.scope));
}

/** The elements of a group describe the item, except texts that the item has itself. */
function group(draft: ItemDraft, element: XmlElement): void {
  for (const child of element.children) {
    if (child.key.startsWith('media:')) ITEM_ELEMENTS.get(child.key)?.(draft, child);
  }
}

function player(draft: ItemDraft, element: XmlElement): void {
  const url = draft.scope.address(element, element.attribute('url'));
  const size = {
    width: readCount(element.attribute('width')),
    height: readCount(element.attribute('height')),
  };
  if (url)
    addMedia(draft.media, { url, kind: 'video', type: null, description: null, credit: null, ...size });
}

function picture(rank: number): ItemElement {
  return (draft, element) => draft.picture.offer(rank, readPicture(element, draft.scope));
}

/** The first podcasts had their picture as a link. */
function itunesLink(draft: ItemDraft, element: XmlElement): void {
  if (element.attribute('rel')?.toLowerCase() === 'image') picture(8)(draft, element);
}

function comments(draft: ItemDraft, element: XmlElement): void {
  draft.comments.offer(0, draft.scope.address(element, readWord(element)));
}

function commentsFeed(draft: ItemDraft, element: XmlElement): void {
  draft.commentsFeed.offer(0, draft.scope.address(element, readWord(element)));
}

function commentCount(draft: ItemDraft, element: XmlElement): void {
  draft.commentCount.offer(0, readCount(element.text));
}

function language(draft: ItemDraft, element: XmlElement): void {
  draft.language.offer(0, readWord(element));
}

function rights(draft: ItemDraft, element: XmlElement): void {
  draft.rights.offer(0, readPlainText(element) ?? element.attribute('rdf:resource'));
}

/** Seconds, or hours, minutes and seconds separated by colons. */
function duration(draft: ItemDraft, element: XmlElement): void {
  const parts = readWord(element).split(':').map(Number);
  if (parts.length > 3 || parts.some(part => !Number.isFinite(part) || part < 0)) return;
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  draft.duration.offer(0, Math.round(seconds) || null);
}

function place(draft: ItemDraft, element: XmlElement): void {
  draft.place.add(element);
}

function isBlank(element: XmlElement): boolean {
  return (element.markup ?? element.text).trim() === '';
}

const WEB = /^https?:\/\//i;
