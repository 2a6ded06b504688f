import { get, Agent as HttpAgent } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Agent, request, fetch as undiciFetch } from 'undici';
import { systemClock } from '../../src/lib/clock.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { HOSTS } from './corpus.ts';

/** Every client returns the status and the length of the decoded body; only ours checks addresses, limits and resolves. */
export function createClients(): Clients {
  const outbound = createOutbound({
    clock: systemClock,
    log: { warn: message => console.error(message) },
    options: { userAgent: AGENT, allow: ['127.0.0.0/8'], connections: { total: 2 * HOSTS, idleMs: REST_MS } },
  });
  const undici = new Agent({ keepAliveTimeout: REST_MS, keepAliveMaxTimeout: REST_MS, connections: 6 });
  const http = new HttpAgent({ keepAlive: true, maxFreeSockets: 2 * HOSTS, timeout: REST_MS });
  return {
    clients: {
      ours: async url => {
        const { status, bodyBytes } = await outbound.request({
          url,
          purpose: 'bench',
          conditional: { etag: '"v1"' },
        });
        return { status, bytes: bodyBytes };
      },
      'undici request': async url => {
        const answer = await request(url, { dispatcher: undici, headers: HEADERS });
        const body = Buffer.from(await answer.body.arrayBuffer());
        return { status: answer.statusCode, bytes: decodedLength(body, answer.headers['content-encoding']) };
      },
      'undici fetch': async url => {
        const answer = await undiciFetch(url, { dispatcher: undici, headers: HEADERS });
        return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
      },
      'node:http': url => getOverHttp(url, http),
    },
    async close() {
      await outbound.close();
      await undici.destroy();
      http.destroy();
    },
  };
}

function getOverHttp(url: string, agent: HttpAgent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: HEADERS }, answer => {
      const pieces: Buffer[] = [];
      answer.on('data', piece => pieces.push(piece));
      answer.on('end', () => {
        const bytes = decodedLength(Buffer.concat(pieces), answer.headers['content-encoding']);
        resolve({ status: answer.statusCode ?? 0, bytes });
      });
      answer.on('error', reject);
    }).on('error', reject);
  });
}

function decodedLength(body: Buffer, coding: string | string[] | undefined): number {
  return coding === 'gzip' ? gunzipSync(body).length : body.length;
}

const AGENT = 'Broadsheet/bench (+https://example.org/)';
const REST_MS = 120_000;
const HEADERS = {
  'user-agent': AGENT,
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'if-none-match': '"v1"',
};

export type ClientName = 'ours' | 'undici request' | 'undici fetch' | 'node:http';

export interface Answer {
  readonly status: number;
  readonly bytes: number;
}

export interface Clients {
  readonly clients: Readonly<Record<ClientName, (url: string) => Promise<Answer>>>;
  close(): Promise<void>;
}
