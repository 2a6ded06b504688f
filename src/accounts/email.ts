import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * An email address in its stored form, or null when it is invalid. Syntax cannot say whether mail arrives, so this only
 * rejects what no mailbox has and what could be harmful elsewhere (spaces, control characters, quotes, brackets), and
 * normalises: the domain to lower case Unicode, the local part to NFC.
 */
export function normaliseEmail(text: string): string | null {
  if (text.length > 1_000) return null;
  const trimmed = text.normalize('NFC').trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, at);
  const domain = normaliseDomain(trimmed.slice(at + 1));
  if (at < 1 || domain === null || !LOCAL_PART.test(local)) return null;
  const email = `${local}@${domain}`;
  return [...email].length <= MAX_EMAIL_LENGTH && Buffer.byteLength(local) <= 64 ? email : null;
}

/** The part before the @. */
export function localPartOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

/** `MÜNCHEN.example` and `xn--mnchen-3ya.example` are one domain. */
function normaliseDomain(text: string): string | null {
  // The platform reads a domain as a URL does, which would also accept ports, paths and numbers as addresses.
  if (!DOMAIN.test(text) || /(^|\.)\d+$/.test(text)) return null;
  const ascii = domainToASCII(text);
  if (ascii === '' || ascii.length > 253 || ascii.split('.').some(label => !LABEL.test(label))) return null;
  return domainToUnicode(ascii);
}

/** Letters and digits of any script and the marks that RFC 5322 allows without quotes; dots only between. */
const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_EMAIL_LENGTH = 254;
