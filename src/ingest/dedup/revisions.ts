import type { Transaction } from '../../platform/database/port.ts';
import { bool, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { hashOfContent } from './hashes.ts';
import type { MatchedArticle } from './match.ts';
import { storedAtOf } from './times.ts';

/**
 * DEDUP-2: stores every different text of an article once. A page that returns to an earlier text adds no revision, so a
 * page that flaps between two texts has one revision. Returns the articles that added a revision.
 */
export async function storeRevisions(
  tx: Transaction,
  newId: () => string,
  met: readonly MatchedArticle[],
): Promise<ReadonlySet<MatchedArticle>> {
  const again = met.filter(({ isNew }) => !isNew);
  if (again.length === 0) return new Set();
  const others = otherTexts(again, await firstTexts(tx, met, again));
  const written = new Set((await insertRevisions(tx, newId, others)).map(nameOf));
  return new Set(others.filter(text => written.has(nameOf(text))).map(({ article: told }) => told));
}

/** The stored text of each article that came again, or its first text in this batch when it is new. */
async function firstTexts(
  tx: Transaction,
  met: readonly MatchedArticle[],
  again: readonly MatchedArticle[],
): Promise<Map<string, ComparedText>> {
  const wanted = new Set(again.map(({ articleId }) => articleId));
  const fresh = met.filter(({ isNew, articleId }) => isNew && wanted.delete(articleId)).map(textOf);
  const known = wanted.size === 0 ? [] : await readTexts(tx, [...wanted]);
  return new Map([...fresh, ...known].map(text => [text.articleId, text]));
}

/**
 * Where a body is stored, an article without one (a feed that gives only the summary of a page that was extracted)
 * is not a revision.
 */
function otherTexts(
  again: readonly MatchedArticle[],
  texts: ReadonlyMap<string, ComparedText>,
): ChangedText[] {
  const others = new Map<string, ChangedText>();
  for (const told of again) {
    const [first, text] = [texts.get(told.articleId), textOf(told)];
    if (!first || first.contentHash === text.contentHash || (first.hasBody && !text.hasBody)) continue;
    if (!others.has(nameOf(text))) others.set(nameOf(text), { ...text, article: told });
  }
  return [...others.values()];
}

function textOf({ articleId, article }: MatchedArticle): ComparedText {
  return { articleId, contentHash: hashOfContent(article), hasBody: article.bodyText !== '' };
}

function readTexts(tx: Transaction, ids: readonly string[]) {
  return tx.many(
    row({ article_id: uuid, content_hash: uuid, has_body: bool }),
    sql`
      select wanted.id as article_id, content_hash, has_body
      from unnest(${ids}::uuid[], ${ids.map(storedAtOf)}::timestamptz[]) as wanted (id, stored_at)
      cross join lateral (
        select content_hash, body_text <> '' as has_body from articles
        where articles.id = wanted.id and articles.stored_at = wanted.stored_at
        limit 1
      ) as article
    `,
  );
}

async function insertRevisions(tx: Transaction, newId: () => string, texts: readonly ChangedText[]) {
  if (texts.length === 0) return [];
  const sorted = texts
    .map(text => ({ ...text, id: newId() }))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const of = (text: 'title' | 'summary' | 'bodyHtml' | 'bodyText' | 'fetchId') =>
    sorted.map(({ article: told }) => told.article[text]);
  return tx.many(
    row({ article_id: uuid, content_hash: uuid }),
    sql`
      insert into article_revisions (
        article_id, content_hash, id, seen_at, title, summary, body_html, body_text, modified_at, fetch_id
      )
      select * from unnest(
        ${sorted.map(({ articleId }) => articleId)}::uuid[],
        ${sorted.map(({ contentHash }) => contentHash)}::uuid[], ${sorted.map(({ id }) => id)}::uuid[],
        ${sorted.map(({ id }) => storedAtOf(id))}::timestamptz[], ${of('title')}::text[], ${of('summary')}::text[],
        ${of('bodyHtml')}::text[], ${of('bodyText')}::text[],
        ${sorted.map(({ article: told }) => told.article.modifiedAt?.toISOString() ?? null)}::timestamptz[],
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

interface ComparedText {
  readonly articleId: string;
  readonly contentHash: string;
  readonly hasBody: boolean;
}

interface ChangedText extends ComparedText {
  readonly article: MatchedArticle;
}
