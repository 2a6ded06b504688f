import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './cleanup.ts';

/** A receiver of webhooks on loopback. It returns challenges, and answers deliveries with 204, unless `answer` does. */
export async function startWebhookReceiver(answer?: WebhookAnswer): Promise<WebhookReceiver> {
  const calls: WebhookCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const json = JSON.parse(body) as Record<string, unknown>;
      const call = { path: request.url ?? '', headers: request.headers, body, json };
      calls.push(call);
      if (answer?.(call, response) === true) return;
      if (json['type'] === 'challenge') response.end(String(json['challenge']));
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(() => resolve(undefined)));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    deliveries: path => calls.filter(call => call.path === path && call.json['type'] !== 'challenge'),
    challenges: path => calls.filter(call => call.path === path && call.json['type'] === 'challenge'),
  };
}

export interface WebhookCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** True when it has answered, or will. */
export type WebhookAnswer = (call: WebhookCall, response: ServerResponse) => boolean;

export interface WebhookReceiver {
  readonly url: string;
  readonly calls: readonly WebhookCall[];
  deliveries(path: string): WebhookCall[];
  challenges(path: string): WebhookCall[];
}
