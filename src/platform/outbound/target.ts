import { parseAddress } from './address.ts';
import { normalizeHost } from './address-guard.ts';
import { FailureReason } from './failure.ts';

/** Parses a URL into what a connection needs, or throws why it must not be requested. */
export function targetOf(given: string | URL): RequestTarget {
  const url = URL.canParse(String(given)) ? new URL(given) : null;
  if (url === null) throw new FailureReason('refused-url', 'is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FailureReason(
      'refused-url',
      `has the scheme ${url.protocol.slice(0, -1)}; only http and https are supported`,
    );
  if (url.username !== '' || url.password !== '')
    throw new FailureReason('refused-url', 'has credentials in its URL');
  url.hash = '';
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (isOtherService(port)) throw new FailureReason('refused-url', `has the port ${port} of another service`);
  const host = normalizeHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (host === '') throw new FailureReason('refused-url', 'has no host');
  return {
    url: url.href,
    key: `${secure ? 's' : 'p'}:${host}:${port}`,
    origin: url.origin,
    secure,
    host,
    isAddress: parseAddress(host) !== null,
    port,
    authority: url.host,
    path: `${url.pathname}${url.search}`,
  };
}

/**
 * Below 1024 only web ports and a few that people commonly use for web servers; above, every port except those where
 * something that does not speak HTTP could read a request as a command.
 */
function isOtherService(port: number): boolean {
  return port < 1_024 ? !WEB_PORTS.has(port) : SERVICE_PORTS.has(port);
}

const WEB_PORTS = new Set([80, 81, 82, 88, 443, 444, 591, 777, 800, 888]);
const SERVICE_PORTS = new Set([
  1433, 1434, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 9042, 9092,
  9100, 9200, 9300, 10080, 10250, 10255, 11211, 15672, 27017, 27018, 50000, 61616,
]);

export interface RequestTarget {
  /** Without its fragment. */
  readonly url: string;
  /** Requests with the same key may share a connection. */
  readonly key: string;
  readonly origin: string;
  readonly secure: boolean;
  /** In lower case, without brackets and without the trailing root dot. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  readonly authority: string;
  readonly path: string;
}
