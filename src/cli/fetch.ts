import { NotAFeed } from '../ingest/parse/feed/index.ts';
import { previewFeed } from '../ingest/parse/preview.ts';
import { addressOf } from '../platform/archive/address.ts';
import type { OutboundResponse } from '../platform/outbound/port.ts';
import type { Invocation } from './command.ts';
import { asJson, fetchOne } from './fetch-document.ts';

/** `broadsheet fetch`: what the crawler would receive, and its detected type. */
export async function fetchAddress({ words, ...deps }: FetchInvocation): Promise<number> {
  const answer = await fetchOne(deps, words[0] ?? '');
  deps.terminal.out.write(asJson(shown(answer)));
  return answer.status < 400 ? 0 : 1;
}

function shown(answer: OutboundResponse) {
  const {
    status,
    url,
    permanentUrl,
    redirects,
    remoteAddress,
    protocol,
    tls,
    wireBytes,
    bodyBytes,
    timings,
  } = answer;
  return {
    status,
    url,
    permanentUrl,
    redirects,
    remoteAddress,
    protocol,
    tls,
    timings,
    headers: Object.fromEntries([...answer.headers].map(([name]) => [name, answer.headers.get(name)])),
    wireBytes,
    bodyBytes,
    sha256: addressOf(answer.body),
    document: documentIn(answer),
  };
}

function documentIn({ body, url, headers }: OutboundResponse) {
  if (body.length === 0) return null;
  try {
    return previewFeed(body, url, headers.first('content-type')).candidate;
  } catch (error) {
    if (error instanceof NotAFeed) return { kind: 'no feed', reason: error.reason, detail: error.message };
    throw error;
  }
}

type FetchInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;
