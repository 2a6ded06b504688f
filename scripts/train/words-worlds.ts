import type { LabelledArticle, LabelledStorySet } from '../../src/stories/clusters/evaluation/sets.ts';
import { findEntities } from '../../src/stories/entities/find-entities.ts';
import { asStored } from '../../world/storing.ts';
import { createWorld, type World } from '../../world/world.ts';

/**
 * Hours of synthetic worlds as labelled sets, one per language: full texts, several publishers per event, and many
 * events from one template, which labelled news lacks, one of them for days. Wire copies are left out, since their
 * text alone identifies them. By default the seeds differ from those of the reports.
 */
export function worldSets(worlds: readonly WorldHours[] = TO_LEARN_FROM): LabelledStorySet[] {
  return worlds.flatMap(({ seed, publishers, hours }) => {
    const world = createWorld({ seed, startsAt: STARTS_AT, publishers });
    const articles = articlesOf(world, hours);
    return [...Map.groupBy(articles, ({ language }) => language)].map(([language, articles]) => ({
      name: `${WORLD_SET} ${seed}, ${language}`,
      fields: 'full text',
      articles,
    }));
  });
}

function articlesOf(world: World, hours: number): LabelledArticle[] {
  return asStored(world, { from: STARTS_AT, until: STARTS_AT + hours * HOUR }).flatMap(({ truth }) => {
    const article = truth.copyOf === null ? world.article(truth.articleId, truth.publishedAt) : null;
    if (article === null) return [];
    const { headline: title, summary, publisher, publishedAt } = article;
    const { language } = publisher;
    const bodyText = article.paragraphs.join('\n\n');
    const entities = findEntities({ title, summary, bodyText, language }).map(({ name }) => name);
    const story = truth.eventId ?? truth.articleId;
    return [{ title, summary, bodyText, language, entities, sourceId: publisher.slug, publishedAt, story }];
  });
}

export const WORLD_SET = 'made-up world';
const HOUR = 3_600_000;
const STARTS_AT = Date.UTC(2026, 4, 4);
const TO_LEARN_FROM: readonly WorldHours[] = [
  { seed: 101, publishers: 300, hours: 10 },
  { seed: 202, publishers: 120, hours: 20 },
  { seed: 303, publishers: 100, hours: 120 },
];

interface WorldHours {
  readonly seed: number;
  readonly publishers: number;
  readonly hours: number;
}
