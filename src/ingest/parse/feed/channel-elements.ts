import type { UpdatePeriod } from '../../../model/feed-document.ts';
import type { ChannelDraft } from './channel-draft.ts';
import { LIMITS } from './limits.ts';
import { offerAlternate, readLink } from './links.ts';
import { readCount, readPicture } from './media.ts';
import { author, category, fallbackAuthor, keywords } from './shared-elements.ts';
import { readPlainText, readWord } from './texts.ts';
import type { XmlElement } from './xml/element.ts';

/** The meaning of each element in the head of a feed. The lower the rank, the more an element is trusted. */
export const CHANNEL_ELEMENTS: ReadonlyMap<string, ChannelElement> = new Map(
  Object.entries({
    'rss:title': title(0),
    'atom:title': title(1),
    'dc:title': title(2),
    'itunes:title': title(3),
    'media:title': title(4),
    'rss:link': link(0),
    'atom:link': link(1),
    'atom:id': identifier,
    'rss:description': description(0),
    'atom:subtitle': description(1),
    'atom:tagline': description(2),
    'dc:description': description(3),
    'itunes:summary': description(4),
    'rss:abstract': description(5),
    'googleplay:description': description(6),
    'itunes:subtitle': description(7),
    'rss:subtitle': description(8),
    'rss:tagline': description(9),
    'media:description': description(10),
    'atom:info': description(11),
    'rss:language': language(0),
    'dc:language': language(1),
    'atom:language': language(2),
    'dcterms:language': language(3),

    'rss:lastbuilddate': updated(0),
    'atom:updated': updated(1),
    'atom:modified': updated(2),
    'dcterms:modified': updated(3),
    'dc:date': updated(4),
    'rss:updated': updated(5),
    'rss:modified': updated(6),
    'rss:pubdate': published(0),
    'atom:published': published(1),
    'atom:issued': published(2),
    'dcterms:issued': published(3),
    'dcterms:created': published(4),
    'atom:created': published(5),

    'rss:image': picture(0),
    'atom:logo': picture(1),
    'itunes:image': picture(2),
    'googleplay:image': picture(3),
    'media:thumbnail': picture(4),
    'rss:logo': picture(5),
    'podcast:image': picture(6),
    'itunes:link': itunesLink,
    'atom:icon': icon,
    'rss:icon': icon,

    'rss:author': author,
    'atom:author': author,
    'dc:creator': author,
    'dcterms:creator': author,
    'rss:managingeditor': author,
    'itunes:author': fallbackAuthor,
    'googleplay:author': fallbackAuthor,
    'itunes:owner': fallbackAuthor,
    'dc:author': fallbackAuthor,
    'rss:webmaster': fallbackAuthor,
    'dc:publisher': fallbackAuthor,
    'rss:category': category,
    'atom:category': category,
    'dc:subject': category,
    'dcterms:subject': category,
    'media:category': category,
    'itunes:category': category,
    'googleplay:category': category,
    'itunes:keywords': keywords,
    'media:keywords': keywords,

    'rss:copyright': rights,
    'dc:rights': rights,
    'atom:rights': rights,
    'atom:copyright': rights,
    'cc:license': rights,
    'rss:generator': generator,
    'atom:generator': generator,
    'rss:ttl': (draft, element) => draft.ttlMinutes.offer(0, readCount(element.text)),
    'sy:updateperiod': (draft, element) =>
      draft.updatePeriod.offer(0, PERIODS[element.text.trim().toLowerCase()] ?? null),
    'sy:updatefrequency': (draft, element) => draft.updateFrequency.offer(0, readCount(element.text)),
    'rss:skiphours': skipHours,
    'rss:skipdays': skipDays,
  } satisfies Record<string, ChannelElement>),
);

export type ChannelElement = (draft: ChannelDraft, element: XmlElement) => void;

function title(rank: number): ChannelElement {
  return (draft, element) => draft.title.offer(rank, readPlainText(element));
}

function link(rank: number): ChannelElement {
  return (draft, element) => {
    const found = readLink(element, draft.scope);
    if (found === null) return;
    switch (found.rel) {
      case 'alternate':
        // Some feeds have their address and type here.
        return offerAlternate(found, draft.link, isFeedType(found.type) ? rank + 5 : rank);
      case 'self':
        return draft.self.offer(rank, found.href);
      case 'next':
        return draft.next.offer(rank, found.href);
      case 'hub':
        if (draft.hubs.length < LIMITS.list && !draft.hubs.includes(found.href)) draft.hubs.push(found.href);
    }
  };
}

function identifier(draft: ChannelDraft, element: XmlElement): void {
  const text = readWord(element);
  if (/^https?:\/\//i.test(text)) draft.link.offer(20, draft.scope.address(element, text));
}

function description(rank: number): ChannelElement {
  return (draft, element) => {
    if ((element.markup ?? element.text).trim() !== '') draft.description.offer(rank, element);
  };
}

function language(rank: number): ChannelElement {
  return (draft, element) => draft.language.offer(rank, readWord(element));
}

function updated(rank: number): ChannelElement {
  return (draft, element) => draft.updated.offer(rank, draft.scope.moment(readWord(element)));
}

function published(rank: number): ChannelElement {
  return (draft, element) => draft.published.offer(rank, draft.scope.moment(readWord(element)));
}

function picture(rank: number): ChannelElement {
  return (draft, element) => draft.image.offer(rank, readPicture(element, draft.scope));
}

function itunesLink(draft: ChannelDraft, element: XmlElement): void {
  if (element.attribute('rel')?.toLowerCase() === 'image') picture(8)(draft, element);
}

function icon(draft: ChannelDraft, element: XmlElement): void {
  draft.icon.offer(0, readPicture(element, draft.scope));
}

function rights(draft: ChannelDraft, element: XmlElement): void {
  draft.rights.offer(0, readPlainText(element) ?? element.attribute('rdf:resource'));
}

function generator(draft: ChannelDraft, element: XmlElement): void {
  draft.generator.offer(0, readPlainText(element) ?? element.attribute('uri'));
}

function skipHours(draft: ChannelDraft, element: XmlElement): void {
  for (const { text } of element.children) {
    const hour = readCount(text);
    // RSS 0.91 counts from 1 to 24, later versions from 0 to 23.
    if (hour !== null && hour <= 24 && !draft.skipHours.includes(hour % 24)) draft.skipHours.push(hour % 24);
  }
}

function skipDays(draft: ChannelDraft, element: XmlElement): void {
  for (const { text } of element.children) {
    const day = DAYS.indexOf(text.trim().slice(0, 3).toLowerCase());
    if (day !== -1 && !draft.skipDays.includes(day)) draft.skipDays.push(day);
  }
}

function isFeedType(type: string | null): boolean {
  return type !== null && /(?:rss|atom|rdf|feed)\+?(?:xml|json)/.test(type);
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const PERIODS: Readonly<Record<string, UpdatePeriod>> = {
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  yearly: 'yearly',
};
