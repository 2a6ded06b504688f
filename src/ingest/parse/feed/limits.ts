/**
 * PARSE-3: a hostile document costs less than 50 ms and 50 MB. Honest feeds stay far below all of these; what
 * lies beyond a limit is left out and told as a recovery, only the size refuses the whole document.
 */
export const LIMITS = {
  bytes: 8 * 1_024 * 1_024,
  /** Of bytes in other encodings than UTF-8, which take ten times as long to decode. */
  legacyBytes: 1_024 * 1_024,
  /** JSON is parsed as a whole before anything can be left out. */
  jsonBytes: 3 * 1_024 * 1_024,
  jsonDepth: 64,
  /** Feeds begin with the newest; what comes after so many is an archive. */
  items: 5_000,
  /** See `WORK`. */
  work: 200_000,
  depth: 64,
  attributes: 64,
  /** Of one element. */
  children: 1_000,
  namespaces: 200,
  /** Character references outside of sections, in the whole document. */
  references: 50_000,
  /** Relative addresses in texts that are made absolute, in the whole document. */
  addresses: 3_000,
  /** Of one item: pictures, categories, authors and the like, each. */
  list: 200,
  titleLength: 10_000,
  /** Escaping makes a text longer; no text without any markup is longer than a book's chapter. */
  plainTextLength: 131_072,
  textLength: 1_024 * 1_024,
  controlCharacters: 10_000,
} as const;

/** What the steps of the reading cost, in units of about a fifth of a microsecond. */
export const WORK = {
  item: 40,
  element: 4,
  /** A tag inside of a text, a bare `<`, a comment, a section. */
  mark: 3,
  scope: 100,
  fault: 10,
  badDate: 60,
} as const;
