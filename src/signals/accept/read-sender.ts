import { isIP } from 'node:net';
import type { Sender } from '../../model/signal.ts';

/**
 * For whom a forwarder sends an event: a program in front of readers whom this server does not see, such as an app's own
 * backend. Null when it is not what it should be. Only those with a token for it are asked (`signals:forward`).
 */
export function parseSender(given: unknown): Sender | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const { address, userAgent, country = '' }: GivenSender = given;
  if (typeof address !== 'string' || isIP(address) === 0) return null;
  if (typeof userAgent !== 'string' || userAgent.length > MAX_AGENT_LENGTH || !isStorable(userAgent))
    return null;
  if (typeof country !== 'string' || !/^(?:[a-z]{2})?$/i.test(country)) return null;
  return { address, userAgent, country: country.toLowerCase() };
}

/** PostgreSQL stores no zero and no half of a character. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export const MAX_AGENT_LENGTH = 300;

interface GivenSender {
  readonly address?: unknown;
  readonly userAgent?: unknown;
  readonly country?: unknown;
}
