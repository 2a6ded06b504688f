import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jaccard, mean, pairwise, trigramsOf, wordsOf } from './measures.testing.ts';
import { type Article, LANGUAGES, TOPICS } from './types.ts';
import { createWorld } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STARTS_AT = Date.UTC(2026, 4, 4, 12);
const world = createWorld({ seed: 11, startsAt: STARTS_AT });
const lastDay = [...world.articlesUntil(STARTS_AT, STARTS_AT - DAY)];
const events = world.events(STARTS_AT - 4 * DAY, STARTS_AT - 2 * DAY);

test('RUN-1: two worlds of one seed agree on every word, independent of earlier calls and start times', () => {
  const later = createWorld({ seed: 11, startsAt: STARTS_AT + 90_000 });
  for (const index of [250, 3, 77]) {
    const publisher = later.publisherAt(index);
    assert.deepEqual(publisher, world.publisherAt(index));
    assert.deepEqual(later.articlesOf(publisher, STARTS_AT), world.articlesOf(publisher, STARTS_AT));
  }
});

test('RUN-1: another seed is another world', () => {
  const other = createWorld({ seed: 12, startsAt: STARTS_AT });
  const publisher = other.publisherAt(0);
  const same = new Set(world.articlesOf(publisher, STARTS_AT).map(({ headline }) => headline));
  assert.equal(
    other.articlesOf(publisher, STARTS_AT).some(({ headline }) => same.has(headline)),
    false,
  );
});

test('RUN-1: 300 publishers show at least 5,000 articles at the start, each between 20 and 40', () => {
  const lengths = world.publishers.map(publisher => world.articlesOf(publisher, STARTS_AT).length);
  assert.ok(lengths.reduce((sum, length) => sum + length, 0) >= 5_000);
  assert.ok(
    Math.min(...lengths) >= 20 && Math.max(...lengths) <= 40,
    `from ${Math.min(...lengths)} to ${Math.max(...lengths)}`,
  );
});

test('RUN-1: a new article appears every few seconds', () => {
  const seconds = DAY / 1000 / lastDay.length;
  assert.ok(seconds > 3 && seconds < 12, `one every ${seconds.toFixed(1)} s`);
});

test('names, slugs and domains belong to one publisher each, and domains end in .example', () => {
  assert.equal(new Set(world.publishers.map(({ slug }) => slug)).size, 300);
  assert.equal(new Set(world.publishers.map(({ name }) => name)).size, 300);
  assert.ok(world.publishers.every(({ domain }) => /^[a-z0-9-]+\.example$/.test(domain)));
});

test('a window is newest first, never shows the future, and only gains at the top', () => {
  for (const publisher of world.publishers.slice(0, 40)) {
    const before = world.articlesOf(publisher, STARTS_AT);
    const after = world.articlesOf(publisher, STARTS_AT + 2 * HOUR);
    assert.ok(before.every(({ publishedAt }) => publishedAt <= STARTS_AT));
    assert.ok(
      before.every((article, i) => i === 0 || article.publishedAt <= (before[i - 1]?.publishedAt ?? 0)),
    );
    const fresh = after.filter(({ publishedAt }) => publishedAt > STARTS_AT).length;
    const kept = after.slice(fresh).map(({ id }) => id);
    assert.deepEqual(kept, before.map(({ id }) => id).slice(0, kept.length));
  }
});

test('nothing changes before nextChangeAt', () => {
  for (const publisher of world.publishers.slice(0, 60)) {
    const next = world.nextChangeAt(publisher, STARTS_AT);
    assert.ok(next > STARTS_AT);
    assert.deepEqual(world.articlesOf(publisher, next - 1), world.articlesOf(publisher, STARTS_AT));
  }
});

test('truth is available by id, guid and path, and agrees with the article and its event', () => {
  const byId = new Map(events.map(event => [event.id, event]));
  for (const event of events.slice(0, 200)) {
    for (const id of event.articleIds) {
      const article = articleOf(id);
      const truth = world.truthOf(article.guid);
      assert.ok(truth);
      assert.deepEqual(
        world.truthOf(`http://127.0.0.1:4000/p/${article.publisher.slug}${article.path}?utm_source=x`),
        truth,
      );
      assert.equal(byId.get(truth.eventId ?? ''), event);
      assert.equal(truth.topic, event.topic);
      assert.equal(truth.articleId, article.id);
      assert.equal(truth.publisherId, article.publisher.index);
      assert.equal(truth.language, article.publisher.language);
      assert.ok(truth.publishedAt >= event.at);
    }
  }
});

test('articles outside of the world have no truth', () => {
  for (const reference of ['', 'https://example.org/', 'tag:x,2026:s-zz', 's-1-zzzz-9', 'o-zzzz-1-1']) {
    assert.equal(world.truthOf(reference), null, reference);
  }
});

test('STORY-1: headlines of one event share less than half of their words', () => {
  const large = events.filter(({ articleIds }) => articleIds.length >= 25);
  assert.ok(large.length >= 20);
  const overlaps = large.map(event => {
    const own = articlesOf(event.articleIds).filter(
      ({ publisher, id }) => publisher.language === 'en' && world.truthOf(id)?.copyOf === null,
    );
    return own.length < 2
      ? 0
      : mean(
          pairwise(
            own.map(({ headline }) => wordsOf(headline)),
            jaccard,
          ),
        );
  });
  assert.ok(Math.max(...overlaps) < 0.5, `most alike: ${Math.max(...overlaps)}`);
  assert.ok(mean(overlaps) > 0.05, 'headlines of one event have something in common');
});

test('COPY-2: a wire copy shares more than 85 % of trigrams with its original, another report far fewer', () => {
  const copies = lastDay.filter(({ id }) => world.truthOf(id)?.copyOf != null);
  assert.ok(copies.length > 300);
  const overlaps = copies.map(copy =>
    jaccard(trigramsOf(bodyOf(copy)), trigramsOf(bodyOf(articleOf(world.truthOf(copy.id)?.copyOf ?? '')))),
  );
  assert.ok(Math.min(...overlaps) > 0.85, `least alike: ${Math.min(...overlaps)}`);
  const large = events.find(({ articleIds }) => articleIds.length >= 60);
  const own = articlesOf(large?.articleIds ?? []).filter(
    ({ publisher, id }) => publisher.language === 'en' && world.truthOf(id)?.copyOf === null,
  );
  const others = pairwise(
    own.map(article => trigramsOf(bodyOf(article))),
    jaccard,
  );
  assert.ok(mean(others) < 0.5 && others.filter(overlap => overlap > 0.85).length < others.length / 100);
});

test('events are unambiguous: a kind occurs in one city at most once in two days', () => {
  const last = new Map<string, number>();
  for (const { kind, city, at } of world.events(STARTS_AT - 8 * DAY, STARTS_AT)) {
    const before = last.get(`${kind} ${city}`);
    assert.ok(before === undefined || at - before > 2 * DAY, `${kind} in ${city}`);
    last.set(`${kind} ${city}`, at);
  }
});

test('articles of one event agree on its facts', () => {
  const storms = events.filter(({ kind, articleIds }) => kind === 'storm' && articleIds.length > 8);
  assert.ok(storms.length > 0);
  for (const storm of storms) {
    const reports = articlesOf(storm.articleIds).filter(({ publisher }) => publisher.language === 'en');
    const names = reports.flatMap(article =>
      [...bodyOf(article).matchAll(/[Ss]torm (\p{Lu}\p{L}+)/gu)].map(([, name]) => name),
    );
    assert.equal(new Set(names).size, 1, `${storm.id}: ${[...new Set(names)].join(', ')}`);
  }
});

test('TOPIC-1: every category has its share of a day, none more than a fifth', () => {
  for (const topic of TOPICS) {
    const share = lastDay.filter(article => article.topic === topic).length / lastDay.length;
    assert.ok(share > 0.02 && share < 0.2, `${topic}: ${share}`);
  }
});

test('TOPIC-4: most articles are English, and four other languages each have a substantial share', () => {
  for (const language of LANGUAGES) {
    const share = lastDay.filter(({ publisher }) => publisher.language === language).length / lastDay.length;
    assert.ok(language === 'en' ? share > 0.55 && share < 0.85 : share > 0.015, `${language}: ${share}`);
  }
});

test('event sizes have a heavy tail: most are small, some are covered everywhere', () => {
  const publisherCounts = events.map(
    ({ articleIds }) => new Set(articleIds.map(id => world.truthOf(id)?.publisherId)).size,
  );
  assert.ok(publisherCounts.filter(size => size <= 3).length > publisherCounts.length * 0.6);
  assert.ok(publisherCounts.filter(size => size >= 60).length >= 5);
});

test('BREAK-1: every day has one to eight breaking stories, a week 2 to 6 a day', () => {
  const stories = world
    .events(STARTS_AT - 8 * DAY, STARTS_AT)
    .flatMap(({ breaksAt }) => [...breaksAt.values()])
    .filter(at => at > STARTS_AT - 7 * DAY && at <= STARTS_AT);
  const days = [0, 1, 2, 3, 4, 5, 6].map(
    day => stories.filter(at => at > STARTS_AT - (day + 1) * DAY && at <= STARTS_AT - day * DAY).length,
  );
  assert.ok(Math.min(...days) >= 1 && Math.max(...days) <= 8, days.join(' '));
  assert.ok(stories.length >= 14 && stories.length <= 42, `${stories.length} in a week`);
});

test('BREAK-1: an event breaks soon, with the fifth original report within half an hour', () => {
  for (const event of world.events(STARTS_AT - 8 * DAY, STARTS_AT - 2 * DAY)) {
    const truths = event.articleIds.map(id => world.truthOf(id)).filter(truth => truth?.copyOf === null);
    for (const language of LANGUAGES) {
      const own = truths.filter(truth => truth?.language === language);
      const before = (at: number) =>
        new Set(
          own
            .filter(truth => truth && truth.publishedAt <= at && truth.publishedAt > at - HOUR / 2)
            .map(truth => truth?.publisherId),
        ).size;
      const moment = event.breaksAt.get(language);
      if (moment === undefined)
        assert.ok(Math.max(0, ...own.map(truth => before(truth?.publishedAt ?? 0))) <= 3, event.id);
      else assert.ok(before(moment) >= 4 && moment < event.at + HOUR / 2, event.id);
    }
  }
});

test('BREAK-1: a publisher may publish its whole day at two in the night, or many articles on one event at once', () => {
  const nightly = lastDay.filter(({ publisher }) => publisher.index === 60);
  assert.ok(nightly.length >= 5);
  assert.ok(
    nightly.filter(({ publishedAt }) => (publishedAt % DAY) / HOUR - 2 < 0.1).length > nightly.length / 2,
  );
  const crowded = events.filter(({ articleIds }) => {
    const truths = articleIds.map(id => world.truthOf(id)).filter(truth => truth?.isUpdate);
    const byPublisher = Map.groupBy(truths, truth => truth?.publisherId);
    return [...byPublisher.values()].some(pieces => pieces.length >= 6);
  });
  assert.ok(crowded.length >= 3, `${crowded.length} events with a round-up`);
});

test('COPY-2: forty publishers may copy a wire text while few write original reports', () => {
  const articlesPerEvent = events.map(({ articleIds }) => {
    const copies = Map.groupBy(articleIds, id => world.truthOf(id)?.copyOf ?? null);
    copies.delete(null);
    return Math.max(0, ...[...copies.values()].map(ids => ids.length));
  });
  assert.ok(Math.max(...articlesPerEvent) >= 30, `${Math.max(...articlesPerEvent)}`);
});

test('DEDUP-2: a correction changes the text under the same URL and adds a note', () => {
  const corrected = events
    .flatMap(({ articleIds }) => articleIds)
    .map(id => world.truthOf(id))
    .filter(truth => truth?.correctedAt != null);
  assert.ok(corrected.length > 10);
  const changed = corrected.filter(truth => {
    const before = world.article(truth?.articleId ?? '', (truth?.correctedAt ?? 0) - 1);
    const after = world.article(truth?.articleId ?? '', truth?.correctedAt ?? 0);
    assert.ok(
      before &&
        after &&
        before.guid === after.guid &&
        before.path === after.path &&
        before.updatedAt === before.publishedAt,
    );
    assert.equal(after.updatedAt, truth?.correctedAt);
    return after.paragraphs.length === before.paragraphs.length + 1;
  });
  assert.equal(changed.length, corrected.length);
});

test('a world of 20,000 publishers starts at once and derives publishers on demand', () => {
  const large = createWorld({ seed: 5, startsAt: STARTS_AT, publishers: 20_000 });
  const publisher = large.publisherAt(19_999);
  assert.ok(large.articlesOf(publisher, STARTS_AT).length >= 20);
  assert.ok(large.publisherBySlug(publisher.slug)?.index === 19_999);
});

test('the world continues for weeks', () => {
  const time = STARTS_AT + 45 * DAY;
  const shown = world.articlesOf(world.publisherAt(9), time);
  assert.ok(shown.length >= 20 && (shown[0]?.publishedAt ?? 0) > time - DAY);
});

function articleOf(id: string): Article {
  const article = world.article(id, STARTS_AT + 30 * DAY);
  assert.ok(article, id);
  return article;
}

function articlesOf(ids: readonly string[]): Article[] {
  return ids.map(articleOf);
}

function bodyOf({ paragraphs }: Article): string {
  return paragraphs.join(' ');
}
