/**
 * The session cookie. Over https it is a `__Host-` cookie: the browser guarantees that it was set by this host over https
 * and is sent nowhere else. SameSite=Lax keeps it out of cross-site requests, except for followed links.
 */
export interface SessionCookies {
  readonly name: string;
  set(value: string, maxAgeMs: number): string;
  clear(): string;
}

export function sessionCookies(secure: boolean): SessionCookies {
  return cookiesNamed('session', secure);
}

/** It outlives sessions and sign-outs. See `recogniseClient`. */
export function deviceCookies(secure: boolean): SessionCookies {
  return cookiesNamed('device', secure);
}

function cookiesNamed(plainName: string, secure: boolean): SessionCookies {
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (value, maxAgeMs) => `${name}=${value}${attributes}; Max-Age=${Math.floor(maxAgeMs / 1_000)}`,
    clear: () => `${name}=${attributes}; Max-Age=0`,
  };
}

/** A short-lived cookie for one flow (the round trip to an identity provider). */
export function flowCookie(secure: boolean, name: string, value: string, maxAgeS: number): string {
  return `${secure ? '__Host-' : ''}${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${maxAgeS}`;
}

/** One cookie of the header, which the server's limit on headers bounds. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
