/**
 * FEED-5: how far a reader has scrolled. The frozen ranking is cached elsewhere and may be lost, so the position also
 * carries four bytes for each story shown: the feed can then continue with what is left of a new ranking.
 */
export interface ScrollPosition {
  /** The frozen ranking. */
  readonly ranking: string;
  readonly at: number;
  /** Stories of the ranking already passed, shown or not. */
  readonly passed: number;
  readonly shown: Buffer;
}

const MAX_SHOWN = 1_000;

export function markOf(storyId: string): number {
  // The end of an id is random; its beginning is a timestamp, which stories that arrive together share.
  return Number.parseInt(storyId.slice(-8), 16);
}

export function appendShown(shown: Buffer, storyIds: readonly string[]): Buffer {
  const more = Buffer.alloc(storyIds.length * 4);
  for (const [index, id] of storyIds.entries()) more.writeUInt32LE(markOf(id), index * 4);
  return Buffer.concat([shown, more]).subarray(0, MAX_SHOWN * 4);
}

export function marksIn(shown: Buffer): Set<number> {
  const marks = new Set<number>();
  for (let at = 0; at + 4 <= shown.length; at += 4) marks.add(shown.readUInt32LE(at));
  return marks;
}

export function positionToRecord({ ranking, at, passed, shown }: ScrollPosition): Record<string, string> {
  return { r: ranking, a: String(at), p: String(passed), s: shown.toString('base64url') };
}

/** Decodes the record of a signed cursor; the signature guarantees its form. */
export function positionFromRecord(record: Readonly<Record<string, string>>): ScrollPosition {
  return {
    ranking: record['r'] ?? '',
    at: Number(record['a'] ?? 0),
    passed: Number(record['p'] ?? 0),
    shown: Buffer.from(record['s'] ?? '', 'base64url'),
  };
}
