import { isUuid } from '../lib/ids.ts';
import { looksLikeSecret } from './secrets.ts';

/** `<id>.<secret>`: the id finds the session, the secret proves that it is yours. */
export function formatSessionCookie({ id, secret }: SessionCookie): string {
  return `${id}.${secret}`;
}

/** Null for anything that this program did not write; no such value reaches the database. */
export function parseSessionCookie(value: string): SessionCookie | null {
  const id = value.slice(0, UUID_LENGTH);
  const secret = value.slice(UUID_LENGTH + 1);
  return value[UUID_LENGTH] === '.' && isUuid(id) && looksLikeSecret(secret) ? { id, secret } : null;
}

const UUID_LENGTH = 36;

export interface SessionCookie {
  readonly id: string;
  readonly secret: string;
}
