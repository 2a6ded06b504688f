import { idFromBytes, LOWEST_ID } from '../../../../lib/ids.ts';

/** UUIDs are stored as 16 bytes; null as sixteen zeros. */
export function uuidBytes(id: string | null, into: Buffer, at: number): void {
  const hex = id?.replaceAll('-', '') ?? '';
  if (id !== null && !UUID.test(hex)) throw new TypeError(`'${id.slice(0, 60)}' is not a UUID`);
  into.fill(0, at, at + 16);
  into.write(hex, at, 'hex');
}

export function uuidOf(bytes: Buffer, at: number): string | null {
  const id = idFromBytes(bytes, at);
  return id === LOWEST_ID ? null : id;
}

const UUID = /^[0-9a-f]{32}$/i;
