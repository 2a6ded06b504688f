import { createHmac } from 'node:crypto';
import { serve } from '../../platform/outbound/outbound.testing.ts';

/** A small hub: accepts subscriptions, verifies them as the test says, and delivers. */
export async function testHub(): Promise<TestHub> {
  const requests: Record<string, string>[] = [];
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      requests.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
      response.writeHead(202).end();
    });
  });
  return {
    url,
    requests,
    verify: async (asked, more = {}) => {
      const query = new URLSearchParams({
        'hub.mode': asked['hub.mode'] ?? '',
        'hub.topic': asked['hub.topic'] ?? '',
        'hub.challenge': 'a-challenge',
        'hub.lease_seconds': '3600',
        ...more,
      });
      const answer = await fetch(`${asked['hub.callback']}?${query}`);
      return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
    },
    deliver: async (
      asked,
      body,
      { method = 'sha256', secret = asked['hub.secret'] ?? '', signature } = {},
    ) => {
      const digest = createHmac(method, secret).update(body).digest('hex');
      const answer = await fetch(asked['hub.callback'] ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/rss+xml',
          ...(signature === '' ? {} : { 'x-hub-signature': signature ?? `${method}=${digest}` }),
        },
        body,
      });
      return answer.status;
    },
  };
}

export interface TestHub {
  readonly url: string;
  /** Every form that it received. */
  readonly requests: Record<string, string>[];
  verify(
    asked: Readonly<Record<string, string>>,
    more?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string; type: string | null }>;
  /** The status of the response. */
  deliver(asked: Readonly<Record<string, string>>, body: string, options?: DeliverOptions): Promise<number>;
}

interface DeliverOptions {
  readonly method?: string;
  readonly secret?: string;
  /** Replaces the correct signature; empty sends none. */
  readonly signature?: string;
}
