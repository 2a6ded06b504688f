/** UUIDs are kept as their 16 bytes; none is sixteen zeros. */
export function uuidBytes(id: string | null, into: Buffer, at: number): void {
  const hex = id?.replaceAll('-', '') ?? '';
  if (id !== null && !UUID.test(hex)) throw new TypeError(`'${id.slice(0, 60)}' is not a UUID`);
  into.fill(0, at, at + 16);
  into.write(hex, at, 'hex');
}

export function uuidOf(bytes: Buffer, at: number): string | null {
  const hex = bytes.toString('hex', at, at + 16);
  if (hex === NONE) return null;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{32}$/i;
const NONE = '0'.repeat(32);
