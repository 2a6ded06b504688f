import type { ArticleData } from './json-ld.ts';
import { firstMeta, type Signals } from './signals.ts';

/** A hint, not a proof: the page says so to machines, or a short text ends with an offer to subscribe. */
export function looksPaywalled(data: ArticleData | null, signals: Signals, text: string): boolean {
  if (data?.free === false) return true;
  const tier = firstMeta(signals, [
    'article:content_tier',
    'og:article:content_tier',
    'content_tier',
    'cxenseparse:access',
    'article:tier',
  ]);
  if (/locked|metered|paid|premium|subscriber/i.test(tier)) return true;
  return text.length < SHORT && OFFER.test(text.slice(-TAIL));
}

const SHORT = 2_500;
const TAIL = 600;
const OFFER =
  /jetzt (?:abonnieren|weiterlesen|freischalten|testen)|weiterlesen mit|(?:mit|als) (?:\S+ )?abo\b|nur für abonnent|bereits abonnent|subscribe (?:now )?to (?:read|continue)|subscribers? only|already a subscriber|to continue reading|réservé aux abonnés|solo para suscriptores|para suscriptores/i;
