import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { userAgent } from '../context.ts';
import { Problem } from '../errors.ts';
import { parseTypedAddress } from '../ingest/sources/typed-address.ts';
import { systemClock } from '../lib/clock.ts';
import { OutboundFailure } from '../platform/outbound/failure.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import type { Outbound, OutboundResponse } from '../platform/outbound/port.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { printable } from './terminal.ts';

/** DEDUP-5: a document from a file, from standard input (`-`), or from an address, fetched like the crawler does. */
export async function readNamed(
  invocation: DocumentInvocation,
  name: string,
  given: GivenFacts,
): Promise<NamedDocument> {
  const facts = {
    url: given.url === undefined ? null : webAddress(given.url),
    contentType: given.type ?? null,
  };
  if (name === '-')
    return { bytes: await standardInput(), url: facts.url ?? 'stdin:', contentType: facts.contentType };
  const file = await fileNamed(name);
  if (file !== null)
    return {
      bytes: file,
      url: facts.url ?? pathToFileURL(resolve(name)).href,
      contentType: facts.contentType,
    };
  if (!looksLikeAddress(name)) throw new CommandFailure(`there is no file ${printable(name)}`);
  const answer = await fetchOne(invocation, name);
  if (answer.status !== 200)
    throw new CommandFailure(`${printable(answer.url)} answered with ${answer.status}`);
  return {
    bytes: answer.body,
    url: facts.url ?? answer.url,
    contentType: facts.contentType ?? answer.headers.first('content-type'),
  };
}

/** One request with the guard and limits of the crawler (FETCH-3), without an installation. */
export function fetchOne(invocation: DocumentInvocation, typed: string): Promise<OutboundResponse> {
  const url = webAddress(typed);
  return withOutbound(invocation, async outbound => {
    try {
      return await outbound.request({ url, purpose: PURPOSE });
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      throw new CommandFailure(`${error.message.replace(`${PURPOSE}: `, '')} (${error.kind})`, {
        cause: error,
      });
    }
  });
}

export async function withOutbound<T>(
  { settings, terminal }: DocumentInvocation,
  work: (outbound: Outbound) => Promise<T>,
): Promise<T> {
  const { config } = settings();
  const outbound = createOutbound({
    clock: systemClock,
    log: { warn: message => terminal.err.write(`${message}\n`) },
    options: { userAgent: userAgent(config), allow: config.crawlAllow },
  });
  try {
    return await work(outbound);
  } finally {
    await outbound.close();
  }
}

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function webAddress(typed: string): string {
  try {
    return parseTypedAddress(typed).url;
  } catch (error) {
    if (error instanceof Problem) throw new UsageError(printable(error.message));
    throw error;
  }
}

async function fileNamed(name: string): Promise<Uint8Array | null> {
  const found = await stat(name).catch(() => null);
  if (!found?.isFile()) return null;
  if (found.size > MAX_BYTES) throw new CommandFailure(`${printable(name)} has more than ${MAX_BYTES} bytes`);
  return readFile(name);
}

/** `feed.xml` in the wrong folder is a missing file, not a site. */
function looksLikeAddress(name: string): boolean {
  return /^[a-z+-]+:/i.test(name) || /^(?:[\w-]+\.)+[a-z]{2,}(?:[/:?#]|$)/i.test(name)
    ? !FILE_NAME.test(name)
    : false;
}

/** Standard input, up to the maximum size of a document. */
export async function standardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new CommandFailure(`standard input has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const MAX_BYTES = 16 * 1_024 * 1_024;
const PURPOSE = 'fetch';
const FILE_NAME = /^[^/:]+\.(?:xml|rss|atom|rdf|json|html?|txt|opml)$/i;

type DocumentInvocation = Pick<Invocation, 'settings' | 'terminal'>;

interface GivenFacts {
  readonly url: string | undefined;
  readonly type: string | undefined;
}

export interface NamedDocument {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly contentType: string | null;
}
