import { Problem } from '../errors.ts';
import type { Keys } from '../lib/keys.ts';

/**
 * ALL-3: a cursor is the sort key of the last item shown. It is opaque and signed, and bound to its list and
 * owner, so it can neither be forged nor used for another list or person.
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
 * One page out of `limit + 1` rows: the extra row shows whether there are more. Since a page starts after
 * the last key shown, no item that existed when paging began is repeated or skipped.
 */
export function page<T>(
  cursors: CursorParams,
  rows: readonly T[],
  limit: number,
  positionOf: (row: T) => CursorPosition,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items,
    nextCursor: more ? makeCursor(cursors.keys, cursors.list, cursors.owner, positionOf(last)) : null,
  };
}

/** The lengths are signed too, so that no two (list, owner, payload) give the same text. */
function bound(list: string, owner: string, payload: string): string {
  return `${list.length}:${list}${owner.length}:${owner}${payload}`;
}

/** What a cursor is bound to, and the key that it is signed with. */
export interface CursorParams {
  readonly keys: Keys;
  readonly list: string;
  readonly owner: string;
}

export type CursorPosition = Readonly<Record<string, string>>;
