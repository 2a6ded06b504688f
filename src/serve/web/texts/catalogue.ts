import type { EN } from './en/index.ts';

/** English has every message first; the other languages have the same keys. */
export type MessageKey = keyof typeof EN;
export type Catalogue = Readonly<Record<MessageKey, CatalogueEntry>>;

/** One text, or one for each plural form of the language. */
export type CatalogueEntry =
  | string
  | ({ readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string });
