import type { Transaction } from '../../platform/database/port.ts';
import { bool, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { MetArticle } from './store.ts';
import { timeOf } from './times.ts';

/**
 * DEDUP-2: keeps every other text that is told of an article, each once. A page that goes back to a text that was
 * seen before tells nothing new, so one that flaps between two texts has one revision, however long it does.
 * Returns those sightings that brought a text of their own.
 */
export async function storeRevisions(
  tx: Transaction,
  newId: () => string,
  met: readonly MetArticle[],
): Promise<ReadonlySet<MetArticle>> {
  const others = otherTexts(met, await firstTexts(tx, met));
  const written = new Set((await insertRevisions(tx, newId, others)).map(nameOf));
  return new Set(others.filter(each => written.has(nameOf(each))));
}

/** The text under which each article is stored, or will be. */
async function firstTexts(tx: Transaction, met: readonly MetArticle[]): Promise<Map<string, FirstText>> {
  const fresh = met.filter(each => each.isNew);
  const known = new Set(met.map(({ articleId }) => articleId));
  for (const { articleId } of fresh) known.delete(articleId);
  const texts = known.size === 0 ? [] : await readTexts(tx, [...known]);
  const first = [...texts, ...fresh];
  return new Map(first.map(({ articleId, contentHash, hasBody }) => [articleId, { contentHash, hasBody }]));
}

/**
 * Where a body is known, a sighting without one (a feed that tells only a summary of a page that was read in full)
 * says less, not something else.
 */
function otherTexts(met: readonly MetArticle[], texts: ReadonlyMap<string, FirstText>): MetArticle[] {
  const others = new Map<string, MetArticle>();
  for (const each of met) {
    const first = texts.get(each.articleId);
    if (!first || first.contentHash === each.contentHash || (first.hasBody && !each.hasBody)) continue;
    if (!others.has(nameOf(each))) others.set(nameOf(each), each);
  }
  return [...others.values()];
}

function readTexts(tx: Transaction, ids: readonly string[]) {
  return tx.many(
    row({ article_id: uuid, content_hash: uuid, has_body: bool }),
    sql`
      select wanted.id as article_id, content_hash, has_body
      from unnest(${ids}::uuid[], ${ids.map(timeOf)}::timestamptz[]) as wanted (id, stored_at)
      cross join lateral (
        select content_hash, body_text <> '' as has_body from articles
        where articles.id = wanted.id and articles.stored_at = wanted.stored_at
        limit 1
      ) as article
    `,
  );
}

async function insertRevisions(tx: Transaction, newId: () => string, met: readonly MetArticle[]) {
  if (met.length === 0) return [];
  const sorted = met.map(each => ({ ...each, id: newId() })).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const of = (text: 'title' | 'summary' | 'bodyHtml' | 'bodyText' | 'fetchId') =>
    sorted.map(({ article }) => article[text]);
  return tx.many(
    row({ article_id: uuid, content_hash: uuid }),
    sql`
      insert into article_revisions (
        article_id, content_hash, id, seen_at, title, summary, body_html, body_text, modified_at, fetch_id
      )
      select * from unnest(
        ${sorted.map(({ articleId }) => articleId)}::uuid[],
        ${sorted.map(({ contentHash }) => contentHash)}::uuid[], ${sorted.map(({ id }) => id)}::uuid[],
        ${sorted.map(({ id }) => timeOf(id))}::timestamptz[], ${of('title')}::text[], ${of('summary')}::text[],
        ${of('bodyHtml')}::text[], ${of('bodyText')}::text[],
        ${sorted.map(({ article }) => article.modifiedAt?.toISOString() ?? null)}::timestamptz[],
        ${of('fetchId')}::uuid[]
      )
      on conflict do nothing
      returning article_id, content_hash
    `,
  );
}

function nameOf({ articleId, contentHash }: { articleId: string; contentHash: string }): string {
  return articleId + contentHash;
}

interface FirstText {
  readonly contentHash: string;
  readonly hasBody: boolean;
}
