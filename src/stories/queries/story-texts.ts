import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { int8, nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';

/**
 * The articles of a story, newest first, copies folded: each text is shown as its first publication, with the copies
 * beneath. Copies are grouped within the story only.
 */
export async function listTexts(
  database: Queryable,
  storyId: string,
  { after, limit }: TextsPage,
): Promise<StoryText[]> {
  const firsts = await database.many(
    FirstRow,
    sql`
      select ${MEMBER_COLUMNS}, member.copy_group, member.size
      from (${members(storyId)}) as member ${WITH_ARTICLE}
      where member.position = 1 and (member.published_at, member.article_id)
        < (${after?.publishedAt ?? 'infinity'}::timestamptz, ${after?.id ?? HIGHEST_ID}::uuid)
      order by member.published_at desc, member.article_id desc
      limit ${limit}
    `,
  );
  const copies = await copiesOf(
    database,
    storyId,
    firsts.filter(({ size }) => size > 1).map(({ copyGroup }) => copyGroup),
  );
  return firsts.map(({ copyGroup, size, ...article }) => ({
    article,
    copyCount: size - 1,
    copies: copies.get(copyGroup) ?? [],
  }));
}

async function copiesOf(
  database: Queryable,
  storyId: string,
  groups: readonly string[],
): Promise<Map<string, StoryArticle[]>> {
  if (groups.length === 0) return new Map();
  const rows = await database.many(
    CopyRow,
    sql`
      select ${MEMBER_COLUMNS}, member.copy_group
      from (${members(storyId)}) as member ${WITH_ARTICLE}
      where member.copy_group = any (${groups}::uuid[]) and member.position between 2 and ${MAX_COPIES + 1}
      order by member.copy_group, member.position
    `,
  );
  const byGroup = new Map<string, StoryArticle[]>();
  for (const { copyGroup, ...article } of rows)
    byGroup.set(copyGroup, [...(byGroup.get(copyGroup) ?? []), article]);
  return byGroup;
}

/** A story has a few thousand articles at most, which are stored together: numbering them takes milliseconds. */
function members(storyId: string): Statement {
  return sql`
    select *, row_number() over (partition by copy_group order by published_at, article_id) as position,
      count(*) over (partition by copy_group) as size
    from story_articles where story_id = ${storyId}
  `;
}

const MEMBER_COLUMNS = sql`
  article.id, article.title, article.url, article.language, article.published_at, member.source_id,
  coalesce(sources.name, '') as source_name
`;

const WITH_ARTICLE = sql`
  join articles as article on article.id = member.article_id and article.stored_at = member.stored_at
  left join sources on sources.id = member.source_id
`;

const MEMBER = {
  id: uuid,
  title: text,
  url: text,
  language: nullable(text),
  published_at: timestamptz,
  source_id: uuid,
  /** Empty when the source was removed and its articles stayed. */
  source_name: text,
};
const MemberRow = row(MEMBER);
const FirstRow = row({ ...MEMBER, copy_group: uuid, size: int8 });
const CopyRow = row({ ...MEMBER, copy_group: uuid });

/** The maximum of copies listed per text; `copyCount` counts all. */
const MAX_COPIES = 50;

export type StoryArticle = RowOf<typeof MemberRow>;

export interface StoryText {
  readonly article: StoryArticle;
  readonly copyCount: number;
  /** The first copies, in order of publication. */
  readonly copies: readonly StoryArticle[];
}

export interface TextsPage {
  readonly after?: Pick<StoryArticle, 'publishedAt' | 'id'> | undefined;
  readonly limit: number;
}
