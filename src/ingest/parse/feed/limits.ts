/**
 * PARSE-3: a hostile document costs less than 50 ms and 50 MB. Honest feeds stay far below all of these; what
 * lies beyond a limit is left out and told as a recovery, only the size refuses the whole document.
 */
export const LIMITS = {
  bytes: 16 * 1_024 * 1_024,
  /** Feeds begin with the newest; what comes after so many is an archive. */
  items: 5_000,
  /** Elements that are looked at one by one; the markup inside a text does not count. */
  elements: 150_000,
  depth: 64,
  attributes: 64,
  /** Character references outside of sections, in the whole document. */
  references: 200_000,
  /** Of one item: pictures, categories, authors and the like, each. */
  list: 200,
  titleLength: 10_000,
  jsonDepth: 200,
} as const;
