import type { FeedDocument } from '../../../model/feed-document.ts';
import { parseFeedDate } from '../text/dates.ts';
import { haveSameHost, resolveUrl } from '../text/urls.ts';
import type { Recoveries } from './recoveries.ts';
import type { XmlElement } from './xml/element.ts';

/** What the reading of one document has at hand everywhere. */
export class DocumentScope {
  /** Where the document came from. */
  readonly url: string | null;
  readonly recoveries: Recoveries;
  /** The site's page, for documents that came from nowhere known. */
  #site: string | null = null;
  #badDates = 0;
  readonly #findSite: () => string | null;

  constructor(url: string | null, recoveries: Recoveries, findSite: () => string | null) {
    this.url = url;
    this.recoveries = recoveries;
    this.#findSite = findSite;
  }

  /** An absolute address for one that stands in this element, or null. */
  address(element: XmlElement, reference: string | null): string | null {
    if (reference === null || reference.trim() === '') return null;
    const resolved = resolveUrl(reference, element.base ?? this.#siteBase());
    if (resolved === null) this.recoveries.add('bad-url', reference.trim());
    return resolved;
  }

  /**
   * What relative addresses in a text resolve against: `xml:base` where there is one, else the feed's own
   * address, except where a service serves the feed under another host than the site's.
   */
  baseOfText(element: XmlElement, itemLink: string | null): string | null {
    const { base } = element;
    if (base === null) return itemLink ?? this.#siteBase();
    if (base !== this.url || itemLink === null) return base;
    return haveSameHost(base, itemLink) ? base : itemLink;
  }

  /** Milliseconds, or null; a date that nobody can read is told. */
  moment(text: string): number | null {
    const trimmed = text.trim();
    // Dates that nobody can read are the dearest text there is: a document full of them has had its chances.
    if (trimmed === '' || (this.#badDates > MAX_BAD_DATES && this.recoveries.work <= 0)) return null;
    const moment = parseFeedDate(trimmed);
    if (moment === null) {
      this.#badDates++;
      this.recoveries.add('bad-date', trimmed);
    }
    return moment;
  }

  #siteBase(): string | null {
    this.#site ??= this.#findSite();
    return this.#site;
  }
}

const MAX_BAD_DATES = 100;

export type FeedWithoutItems = Omit<FeedDocument, 'items' | 'encoding' | 'recovered' | 'format'>;
