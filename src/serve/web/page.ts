import type { Html, HtmlValue, Localized } from '../../app/markup/html.ts';
import type { Section } from '../../app/topics.ts';
import type { Principal } from '../../model/principal.ts';
import type { DisplaySettings } from './display.ts';

export interface Page {
  readonly title: string | Localized;
  readonly body: Html;
  readonly script?: string;
  /** A column to read (the default), a column to fill in, the front page, or the full width. */
  readonly shape?: 'text' | 'form' | 'front' | 'wide';
  /** The area of the operator's pages that it belongs to. */
  readonly area?: string;
  /** For search engines and link previews. */
  readonly facts?: PageFacts;
}

/** A page without facts is personal, and asks search engines not to index it. */
export interface PageFacts {
  /** The canonical path, without the reader's own choices. */
  readonly path: string;
  readonly description?: HtmlValue;
  readonly kind?: 'website' | 'article';
  /** A path on this site. */
  readonly image?: string | undefined;
  /** Feeds with the content of the page. */
  readonly feeds?: readonly AlternateFeed[];
  /** schema.org, as JSON-LD. */
  readonly data?: unknown;
}

export interface AlternateFeed {
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
  /** Blocks rendering until it has run; the reader script is async. */
  readonly siteScript: string;
  readonly readerScript: string;
  readonly display: DisplaySettings;
  readonly sections: readonly Section[];
  readonly principal: Principal | null;
  readonly signUpOpen: boolean;
  readonly isDemo: boolean;
}
