import type { FeedDocument } from '../../../model/feed-document.ts';
import { parseFeedDate } from '../text/dates.ts';
import { haveSameHost, resolveUrl } from '../text/urls.ts';
import type { Recoveries } from './recoveries.ts';
import type { XmlElement } from './xml/element.ts';

/** The context of parsing one document. */
export class DocumentScope {
  /** The address of the document. */
  readonly url: string | null;
  readonly recoveries: Recoveries;
  /** The page of the site, for documents without an address. */
  #site: string | null = null;
  #badDates = 0;
  readonly #findSite: () => string | null;

  constructor(url: string | null, recoveries: Recoveries, findSite: () => string | null) {
    this.url = url;
    this.recoveries = recoveries;
    this.#findSite = findSite;
  }

  /** The absolute form of an address in this element, or null. */
  address(element: XmlElement, reference: string | null): string | null {
    if (reference === null || reference.trim() === '') return null;
    const resolved = resolveUrl(reference, element.base ?? this.#siteBase());
    if (resolved === null) this.recoveries.add('bad-url', reference.trim());
    return resolved;
  }

  /**
   * The base of relative addresses in a text: `xml:base`, otherwise the address of the feed, unless a service serves
   * the feed from another host than the site.
   */
  baseOfText(element: XmlElement, itemLink: string | null): string | null {
    const { base } = element;
    if (base === null) return itemLink ?? this.#siteBase();
    if (base !== this.url || itemLink === null) return base;
    return haveSameHost(base, itemLink) ? base : itemLink;
  }

  /** Milliseconds, or null; an unreadable date is recorded as a recovery. */
  moment(text: string): number | null {
    const trimmed = text.trim();
    // Unreadable dates are the most expensive text: after too many of them, dates are skipped when the budget is spent.
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
