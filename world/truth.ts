import { topicOf } from './articles/article.ts';
import { eventStub, type Stub } from './articles/window.ts';
import type { PlannedEvent } from './events/event.ts';
import type { NewsEvent, Publisher, Truth } from './types.ts';

/** The ground truth of an article. */
export function truthOf(stub: Stub, { index, language }: Pick<Publisher, 'index' | 'language'>): Truth {
  const reported = 'event' in stub ? stub : null;
  const copied = reported?.coverage.copyOf ?? null;
  return {
    articleId: stub.id,
    publisherId: index,
    eventId: reported?.event.id ?? null,
    kind: reported?.event.kind.name ?? 'column',
    copyOf: reported && copied !== null ? `${reported.event.id}-${copied.toString(36)}` : null,
    topic: topicOf(stub),
    language,
    isUpdate: reported !== null && reported.coverage.stage > 0,
    isBreaking: reported?.event.breaksAt.has(language) ?? false,
    publishedAt: stub.at,
    correctedAt: reported?.coverage.correctedAt ?? null,
  };
}

export function describeEvent(event: PlannedEvent): NewsEvent {
  const ordered = event.coverage.map(coverage => eventStub(event, coverage)).sort((a, b) => a.at - b.at);
  return {
    id: event.id,
    kind: event.kind.name,
    topic: event.kind.topic,
    at: event.at,
    country: event.country.name.en,
    city: event.city,
    isBreaking: event.breaksAt.size > 0,
    breaksAt: event.breaksAt,
    articleIds: ordered.map(({ id }) => id),
  };
}
