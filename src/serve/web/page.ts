import type { Html, HtmlValue, Localized } from '../../app/markup/html.ts';
import type { Section } from '../../app/topics.ts';
import type { Principal } from '../../model/principal.ts';
import type { Look } from './look.ts';

export interface Page {
  readonly title: string | Localized;
  readonly body: Html;
  readonly script?: string;
  /** A column to read (the default), a column to fill in, the front page, or the full width. */
  readonly shape?: 'text' | 'form' | 'front' | 'wide';
  /** What others are told of it: search engines, those who share it. */
  readonly facts?: PageFacts;
}

/** A page without facts is for nobody but its reader, and asks search engines to leave it out. */
export interface PageFacts {
  /** The one address by which it is known, without what only its reader chose. */
  readonly path: string;
  readonly description?: HtmlValue;
  readonly kind?: 'website' | 'article';
  /** A path of ours. */
  readonly image?: string | undefined;
  /** Feeds with what the page shows. */
  readonly feeds?: readonly FeedLink[];
  /** schema.org, as JSON-LD. */
  readonly data?: unknown;
}

export interface FeedLink {
  readonly href: string;
  readonly type: 'application/atom+xml' | 'application/rss+xml' | 'application/feed+json';
  readonly title: HtmlValue;
}

export interface Frame {
  readonly siteName: string;
  readonly origin: string;
  /** Path and query of the page. */
  readonly address: string;
  readonly today: Date;
  readonly stylesheet: string;
  readonly fonts: readonly string[];
  /** Held back from the screen until it has run; the other comes when everything else is there. */
  readonly siteScript: string;
  readonly readerScript: string;
  readonly look: Look;
  readonly sections: readonly Section[];
  readonly principal: Principal | null;
  readonly signUpOpen: boolean;
  readonly isDemo: boolean;
}
