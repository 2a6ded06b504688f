import { topicOf } from './articles/article.ts';
import { eventStub, type Stub } from './articles/window.ts';
import type { PlannedEvent } from './events/event.ts';
import type { NewsEvent, Publisher, Truth } from './types.ts';

/** The ground truth of an article. */
export function truthOf(stub: Stub, { index, language }: Pick<Publisher, 'index' | 'language'>): Truth {
  const told = 'event' in stub ? stub : null;
  const copied = told?.coverage.copyOf ?? null;
  return {
    articleId: stub.id,
    publisherId: index,
    eventId: told?.event.id ?? null,
    kind: told?.event.kind.name ?? 'column',
    copyOf: told && copied !== null ? `${told.event.id}-${copied.toString(36)}` : null,
    topic: topicOf(stub),
    language,
    isUpdate: told !== null && told.coverage.stage > 0,
    isBreaking: told?.event.breaksAt.has(language) ?? false,
    publishedAt: stub.at,
    correctedAt: told?.coverage.correctedAt ?? null,
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
