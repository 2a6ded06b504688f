import { Problem } from '../errors.ts';
import type { Keys } from '../lib/keys.ts';

/**
 * ALL-3: a cursor is where a list goes on: the sort key of the last item shown. It is opaque and signed, and
 * bound to the list and to the person it was made for, so it can neither be forged nor carried elsewhere.
 */
export function makeCursor(keys: Keys, list: string, owner: string, position: CursorPosition): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${payload}.${keys.sign('cursor', bound(list, owner, payload))}`;
}

export function readCursor(
  keys: Keys,
  list: string,
  owner: string,
  cursor: string | undefined,
): CursorPosition | null {
  if (cursor === undefined) return null;
  const [payload = '', signature = '', ...rest] = cursor.split('.');
  if (rest.length > 0 || !keys.verify('cursor', bound(list, owner, payload), signature))
    throw new Problem('invalid-cursor');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorPosition;
}

/**
 * One page out of `limit + 1` rows: the extra row tells whether there is more and is not shown. A page that
 * starts after the last shown key neither repeats nor skips what existed when paging began.
 */
export function page<T>(
  tools: CursorTools,
  rows: readonly T[],
  limit: number,
  positionOf: (row: T) => CursorPosition,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items,
    nextCursor: more ? makeCursor(tools.keys, tools.list, tools.owner, positionOf(last)) : null,
  };
}

/** Lengths are part of what is signed, so that no two (list, owner, payload) read the same. */
function bound(list: string, owner: string, payload: string): string {
  return `${list.length}:${list}${owner.length}:${owner}${payload}`;
}

/** What a cursor is bound to, and the key that it is signed with. */
export interface CursorTools {
  readonly keys: Keys;
  readonly list: string;
  readonly owner: string;
}

export type CursorPosition = Readonly<Record<string, string>>;
