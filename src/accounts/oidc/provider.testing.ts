import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { atEnd } from '../../../test/harness/cleanup.ts';

export const CLIENT_ID = 'broadsheet';
export const CLIENT_SECRET = 'a-secret-of-the-tests: with/odd+characters & more';

/** The provider's user claims, by login. */
export type People = Map<string, { email?: string; email_verified?: boolean; name?: string }>;

/** A real OpenID Connect provider on loopback, with its own login and consent pages. */
export async function startProvider(people: People, callbackUrl: string): Promise<TestProvider> {
  const server = await startTestServer(createServer());
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(server.origin, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [callbackUrl],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, login) => ({ accountId: login, claims: () => ({ sub: login, ...people.get(login) }) }),
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'one' }] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  });
  const requests: string[] = [];
  const answer = provider.callback();
  server.handle((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    return void answer(request, response);
  });
  return { ...server, requests };
}

/** Serves on its own port; tests can replace the handler, stop the server and restart it. */
export async function startTestServer(server: Server, port = 0): Promise<TestServer> {
  let handler: RequestListener = (_, response) => void response.writeHead(404).end();
  server.on('request', (request, response) => handler(request, response));
  const start = async (on: number) => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  };
  await start(port);
  atEnd(stop);
  const { port: used } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${used}`,
    handle: next => {
      handler = next;
    },
    stop,
    restart: () => start(used),
  };
}

/** A browser at the provider: cookies with paths, redirects, and the two forms. */
export class Browser {
  readonly #cookies: { name: string; value: string; path: string }[] = [];
  readonly #login: string;

  constructor(login: string) {
    this.#login = login;
  }

  /** Goes to the provider, signs in and agrees, and stops where the provider sends it back to our site. */
  async signIn(url: string, { agree = true } = {}): Promise<URLSearchParams> {
    let next = { url, form: undefined as URLSearchParams | undefined };
    for (let steps = 0; steps < 20; steps++) {
      const response = await this.#request(next.url, next.form);
      const location = response.headers.get('location');
      if (location?.startsWith('https://news.example/')) return new URL(location).searchParams;
      next = location
        ? { url: new URL(location, next.url).href, form: undefined }
        : this.#fillIn(await response.text(), next.url, agree);
    }
    return assert.fail('the provider never sent the browser back');
  }

  #fillIn(page: string, url: string, agree: boolean) {
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    assert.ok(prompt, `the provider showed something else: ${page}`);
    if (prompt === 'consent' && !agree) return { url: `${url}/abort`, form: undefined };
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
    const form = new URLSearchParams({ prompt, login: this.#login, password: 'any' });
    return { url: new URL(action, url).href, form };
  }

  async #request(url: string, form: URLSearchParams | undefined): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = this.#cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) this.#remember(line);
    return response;
  }

  #remember(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
    const at = this.#cookies.findIndex(cookie => cookie.name === name && cookie.path === path);
    if (at >= 0) this.#cookies.splice(at, 1);
    if (value !== '') this.#cookies.push({ name, value, path });
  }
}

export interface TestServer {
  readonly origin: string;
  handle(handler: RequestListener): void;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

export interface TestProvider extends TestServer {
  /** Every request received. */
  readonly requests: string[];
}
