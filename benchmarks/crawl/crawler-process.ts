import { startIngest } from '../../src/ingest/flow.ts';
import { ResponseHeaders } from '../../src/platform/outbound/headers.ts';
import type { Outbound } from '../../src/platform/outbound/port.ts';
import { openCrawl } from './open-crawl.ts';

/** The crawler as the role runs it. With `without-http` every request immediately yields "not modified". */
const [url = '', way = 'loopback'] = process.argv.slice(2);
const { context, close } = await openCrawl({
  url,
  userAgent: 'Broadsheet/bench (+http://localhost/)',
  threads: 2,
  settings: { concurrency: 200, hostDelayMs: 1_000, leaseMs: 60_000, agent: 'Broadsheet' },
});
const outbound = way === 'without-http' ? unchanged(context.outbound) : context.outbound;
const crawling = startIngest({ ...context, outbound });
process.send?.('ready');
process.once('disconnect', () => crawling.stop().then(close));

function unchanged(real: Outbound): Outbound {
  const headers = new ResponseHeaders([]);
  return {
    ...real,
    request: async ({ url: asked }) => ({
      status: 304,
      headers,
      notModified: true,
      url: String(asked),
      redirects: [],
      permanentUrl: String(asked),
      remoteAddress: '127.0.0.1',
      protocol: 'http/1.1',
      tls: null,
      body: new Uint8Array(0),
      wireBytes: 0,
      bodyBytes: 0,
      timings: { dns: 0, connect: 0, firstByte: 0, total: 0 },
    }),
  };
}
