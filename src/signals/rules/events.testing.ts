import type { SignalEvent } from './event.ts';

const START = Date.UTC(2026, 5, 1);

/** An event that passes all usual rules, `seconds` after the start of the test. */
export function eventAt(seconds: number, changes: Partial<SignalEvent> = {}): SignalEvent {
  return {
    id: `event-${seconds}`,
    kind: 'view',
    at: START + seconds * 1000,
    articleId: 'article',
    visitorId: 'visitor',
    userId: null,
    authorIds: [],
    visitId: 'visit',
    attentionSeconds: 30,
    address: '198.51.100.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    ...changes,
  };
}
