import { createHash } from 'node:crypto';
import type { ReaderEvent } from '../../src/client/index.ts';
import type { SignalEvent } from '../../src/signals/rules/event.ts';

/**
 * An event of a simulated reader in the API format for forwarders. It identifies the reader by IP address and user
 * agent, with addresses from reserved ranges. Simulated readers have no accounts, so they do not affect real accounts.
 */
export function itemOf(event: SignalEvent): ReaderEvent {
  const { kind, articleId: article, address, userAgent, visitId, attentionSeconds: seconds } = event;
  const from = { address, userAgent };
  switch (kind) {
    case 'view':
      return { kind, article, visit: short(visitId), seconds, from };
    case 'read':
      return { kind, article, visit: short(event.id), seconds, from };
    case 'share':
      return { kind, article, id: short(event.id), via: viaOf(event.id), from };
    case 'feedback':
      throw new TypeError('made-up readers have no accounts to give feedback with');
  }
}

function short(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 24);
}

function viaOf(id: string) {
  return CHANNELS[id.length % CHANNELS.length] ?? 'link';
}

const CHANNELS = ['link', 'whatsapp', 'email', 'x', 'facebook'] as const;
