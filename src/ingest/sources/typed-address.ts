import { bodyFault, Problem } from '../../errors.ts';
import { type Reason, reason } from '../../reasons.ts';

/**
 * SRC-2: normalises an address that a person typed or pasted: without a scheme, with blanks around or in it, with the
 * scheme of a feed reader, or a handle such as `@editor@social.example`. Throws a Problem with the reason.
 */
export function parseTypedAddress(typed: string): TypedAddress {
  const text = unwrapped(typed);
  if (text === '') throw unusable(reason('address-missing'));
  if (text.length > MAX_LENGTH) throw unusable(reason('address-too-long', { max: MAX_LENGTH }));
  const handle = /^@?([\w.-]+)@((?:[\w-]+\.)+[a-z]{2,})$/i.exec(text);
  if (handle) return { url: `https://${handle[2]}/@${handle[1]}`, hasScheme: true };
  const { address, hasScheme } = withScheme(text);
  return { url: normaliseSourceAddress(address), hasScheme };
}

/** A fetchable address: http or https, with a host name, without a password and a fragment. */
export function normaliseSourceAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw unusable(reason('address-invalid', { value: shown(text) }));
  if (!isHost(url.hostname)) throw unusable(reason('address-invalid', { value: shown(url.hostname) }));
  if (url.username !== '' || url.password !== '') throw unusable(reason('address-credentials'));
  url.hash = '';
  if (url.href.length > MAX_LENGTH) throw unusable(reason('address-too-long', { max: MAX_LENGTH }));
  return url.href;
}

/** Removes the quotes and brackets of a text that the address was copied from. */
function unwrapped(typed: string): string {
  return typed.trim().replace(/^[<("'“«\s]+|[>)"'”»\s]+$/g, '');
}

function withScheme(text: string): { address: string; hasScheme: boolean } {
  const inner = text.replace(READER_SCHEMES, '');
  const web = /^(https?)(?::\/*|\/\/)(?=\S)/i.exec(inner);
  if (web) return { address: `${web[1]}://${spacesIn(inner.slice(web[0].length))}`, hasScheme: true };
  const other = /^([a-z][a-z\d+.-]*):(?!\d)/i.exec(inner);
  if (other) throw unusable(reason('address-scheme', { scheme: shown(other[1] ?? '') }));
  return { address: `https://${spacesIn(inner.replace(/^\/+/, ''))}`, hasScheme: false };
}

/** A blank in the host name is a typo; a blank after it belongs to the address. */
function spacesIn(rest: string): string {
  const slash = rest.search(/[/?#]/);
  const host = slash === -1 ? rest : rest.slice(0, slash);
  const path = slash === -1 ? '' : rest.slice(slash);
  return `${host.replace(/\s+/g, '')}${path.replace(/[\t\r\n]+/g, '').replace(/ /g, '%20')}`;
}

/** A single word is a search, not a site; localhost and IP addresses are checked by the outbound module. */
function isHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[') || /[^.]\.[^.]/.test(hostname);
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function unusable(why: Reason): Problem {
  return new Problem('validation-failed', why, { faults: [bodyFault('/url', why)] });
}

const MAX_LENGTH = 2_000;
const READER_SCHEMES = /^(?:(?:feed|rss|atom|itpc|pcast|podcast|web\+feed|view-source):(?:\/\/)?)+/i;

export interface TypedAddress {
  readonly url: string;
  /** False when https was only assumed. */
  readonly hasScheme: boolean;
}
