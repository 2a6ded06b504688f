import type { EN } from './en/index.ts';

/** The keys of the English catalogue; every other catalogue has the same. */
export type MessageKey = keyof typeof EN;
export type Catalogue = Readonly<Record<MessageKey, CatalogueEntry>>;

/** One text, or one for each plural form of the language. */
export type CatalogueEntry =
  | string
  | ({ readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string });
