/**
 * PARSE-3: a hostile document costs less than 50 ms and 50 MB. Real feeds stay far below these limits. Content beyond a
 * limit is dropped and recorded as a recovery; only an oversized document is rejected as a whole.
 *
 * `work`, `references` and `addresses` are budgets for everything but items with a new name: the cost of such an item is
 * refunded, see `OWN`.
 */
export const LIMITS = {
  bytes: 8 * 1_024 * 1_024,
  /** For encodings other than UTF-8, which take ten times as long to decode. */
  legacyBytes: 1_024 * 1_024,
  /** JSON is parsed as a whole, and its cost depends on the number of values, not their length. */
  jsonValues: 125_000,
  jsonDepth: 64,
  /** Feeds start with the newest items; the rest is an archive. */
  items: 5_000,
  /** See `WORK`. */
  work: 200_000,
  depth: 64,
  attributes: 64,
  /** For one element; the channel of an RDF document lists all of its items. */
  children: 5_000,
  namespaces: 200,
  /** Character references outside of sections. */
  references: 50_000,
  /** Relative addresses in texts that are made absolute. */
  addresses: 3_000,
  /** For one item: pictures, categories, authors and the like, each. */
  list: 200,
  titleLength: 10_000,
  /** Escaping makes a text longer; real texts without markup are shorter. */
  plainTextLength: 131_072,
  textLength: 1_024 * 1_024,
  controlCharacters: 10_000,
} as const;

/** The costs of parsing steps, in units of about a fifth of a microsecond. */
export const WORK = {
  item: 40,
  element: 4,
  /** A tag inside a text, a bare `<`, a comment, a section. */
  mark: 0.75,
  /** A possible end of a comment or a section. */
  look: 0.25,
  scope: 100,
  fault: 10,
  badDate: 60,
} as const;

/**
 * The maximum refund for an item with a new name: per item, and per character of it. So a feed of thousands of long items
 * is parsed completely, and the cost of any document is at most proportional to its articles and text.
 */
export const OWN = {
  work: 120,
  workOfCharacter: 0.1,
  referencesOfCharacter: 1 / 8,
  addresses: 5,
  addressesOfCharacter: 1 / 100,
} as const;
