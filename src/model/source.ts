/** An address that we get articles from (SRC-1). */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly kind: SourceKind;
  readonly homePage: string | null;
  readonly language: string | null;
  readonly country: string | null;
  /** The category of most of its articles, where known. */
  readonly category: string | null;
  /** The folder of an imported list. */
  readonly folder: string | null;
  readonly credibility: number;
  readonly intervalSeconds: number;
  readonly priority: number;
  readonly status: SourceStatus;
  readonly region: string;
  /** Whether to fetch the pages of its articles where it gives only a summary. */
  readonly readsPages: boolean;
  readonly settings: SourceSettings;
  readonly isDemo: boolean;
}

export type SourceKind = 'feed' | 'api' | 'scrape' | 'submit';
export type SourceStatus = 'active' | 'paused' | 'dead';

/** SRC-5: how to read a source that is not a feed. Empty for feeds. */
export interface SourceSettings {
  readonly api?: ApiMapping;
  readonly scrape?: { readonly linkSelector: string | null };
}

/** Locations in the JSON of an API: JSON Pointers (`/data/items`) or JSONPath (`$.data[*].title`). */
export interface ApiMapping {
  readonly items: string;
  readonly title: string;
  readonly url: string;
  readonly id?: string;
  readonly summary?: string;
  readonly body?: string;
  readonly published?: string;
  readonly authors?: string;
  readonly categories?: string;
  readonly image?: string;
  readonly language?: string;
}
