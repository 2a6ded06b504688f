import { createHash } from 'node:crypto';
import type { ReaderEvent } from '../../src/client/index.ts';
import type { SignalEvent } from '../../src/signals/rules/event.ts';

/**
 * An event of a made-up reader as the API takes it from a forwarder. The reader is stated by address and browser, which
 * are of ranges that belong to nobody; made-up readers have no accounts on the installation, so none is moved by them.
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
