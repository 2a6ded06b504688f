/** A response, before it is written to a socket. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly delayMs?: number;
}

const EMPTY = Buffer.alloc(0);

export function page(html: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=60' },
    body: Buffer.from(html),
  };
}

export function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: Buffer.from(text),
  };
}

export function picture(type: string, body: Buffer): Answer {
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'public, max-age=604800, immutable' },
    body,
  };
}

export function movedTo(location: string): Answer {
  return { status: 301, headers: { location }, body: EMPTY };
}

export function unchanged(headers: Readonly<Record<string, string>>): Answer {
  return { status: 304, headers, body: EMPTY };
}
