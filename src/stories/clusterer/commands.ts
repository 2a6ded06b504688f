import type { StoryWish } from '../../model/story.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { jsonb, nullable, type RowOf, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Change } from '../clusters/changes.ts';
import type { OrderRefusal } from '../editing/story-commands.ts';
import type { Outcome } from './batch-changes.ts';
import type { Desk } from './language-clusterer.ts';

/**
 * STORY-6: what editors want is done between two articles, in the order in which it was asked for, and is kept as a
 * ruling that the desk never goes against. What cannot be done is refused with a reason.
 */
export async function carryOutOrders(
  tx: Transaction,
  desk: Desk,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const orders = await tx.many(
    Order,
    sql`
      select id, wish, ordered_by from story_orders
      where language = ${desk.language} and done_at is null order by ordered_at, id
    `,
  );
  for (const order of orders) {
    const done = carryOut(desk, order.wish as StoryWish);
    if ('refusal' in done) {
      await settle(tx, order, now, { storyId: null, refusal: done.refusal });
      continue;
    }
    outcome.addChanges(done.changes);
    outcome.announcements.push(...desk.followed(done.changes));
    if (done.moved) {
      const { article, from, to } = done.moved;
      outcome.addMoved([article], [from, to]);
      outcome.announcements.push(...desk.breaking.parted(from, to, [article]));
    }
    for (const ruling of done.rulings) await keepRuling(tx, desk, order, ruling, now);
    await settle(tx, order, now, { storyId: done.story, refusal: null });
  }
}

function carryOut(desk: Desk, wish: StoryWish): Done | Refused {
  if (wish.kind === 'merge') return merge(desk, wish.stories);
  if (wish.kind === 'split') return split(desk, wish.story, wish.articles);
  return move(desk, wish.article, wish.to);
}

function merge(desk: Desk, [one, other]: readonly [string, string]): Done {
  const [into, from] = winnerFirst(desk, one, other);
  const changes = desk.stories.merge(one, other);
  // Stories that the desk has already forgotten can still be joined: nothing will be added to them.
  const all: readonly Change[] = changes.length > 0 ? changes : [{ kind: 'merged', from, into }];
  return { changes: all, rulings: [{ kind: 'whole', subject: from, story: into }], story: into };
}

/** The older id wins; but one that the desk has forgotten cannot win over one to which articles may still be added. */
function winnerFirst(desk: Desk, one: string, other: string): readonly [string, string] {
  const [older, younger] = one < other ? [one, other] : [other, one];
  const isForgotten = (story: string) => desk.stories.members(story).length === 0;
  return isForgotten(older) && !isForgotten(younger) ? [younger, older] : [older, younger];
}

function split(desk: Desk, story: string, articles: readonly string[]): Done | Refused {
  const changes = desk.stories.split(story, articles);
  const [change] = changes;
  if (change?.kind !== 'split') return { refusal: 'story-split-refused' };
  return {
    changes,
    rulings: [{ kind: 'apart', subject: change.from, story: change.into }],
    story: change.into,
  };
}

function move(desk: Desk, article: string, to: string): Done | Refused {
  const from = desk.stories.storyOf(article);
  if (from === undefined) return { refusal: 'article-too-old' };
  if (desk.stories.move(article, to).length === 0 && from !== to) return { refusal: 'target-story-gone' };
  return {
    changes: [],
    moved: { article, from, to },
    rulings: [
      { kind: 'pin', subject: article, story: to },
      ...(from === to ? [] : [{ kind: 'ban' as const, subject: article, story: from }]),
    ],
    story: to,
  };
}

async function keepRuling(
  tx: Transaction,
  desk: Desk,
  { orderedBy }: OrderRow,
  { kind, subject, story }: Ruling,
  now: Date,
): Promise<void> {
  // The last word counts: who joins what was parted, or moves an article back, takes the earlier ruling away.
  await tx.execute(sql`
    delete from story_rulings
    where (kind = 'apart' and ${kind} = 'whole' and (subject, story_id) in ((${subject}, ${story}), (${story}, ${subject})))
      or (kind = 'ban' and ${kind} = 'pin' and subject = ${subject} and story_id = ${story})
      or (kind = 'pin' and ${kind} = 'pin' and subject = ${subject})
  `);
  await tx.execute(sql`
    insert into story_rulings (kind, subject, story_id, language, ruled_by, ruled_at)
    values (${kind}, ${subject}, ${story}, ${desk.language}, ${orderedBy}, ${now})
    on conflict (kind, subject, story_id) do update set ruled_by = excluded.ruled_by, ruled_at = excluded.ruled_at
  `);
}

async function settle(
  tx: Transaction,
  { id }: OrderRow,
  now: Date,
  { storyId, refusal }: { readonly storyId: string | null; readonly refusal: string | null },
): Promise<void> {
  await tx.execute(sql`
    update story_orders set done_at = ${now}, story_id = ${storyId}, refusal = ${refusal} where id = ${id}
  `);
}

const Order = row({ id: uuid, wish: jsonb, ordered_by: nullable(uuid) });
type OrderRow = RowOf<typeof Order>;

interface Ruling {
  readonly kind: 'pin' | 'ban' | 'apart' | 'whole';
  readonly subject: string;
  readonly story: string;
}

interface Done {
  readonly changes: readonly Change[];
  readonly rulings: readonly Ruling[];
  /** Where it led. */
  readonly story: string;
  readonly moved?: { readonly article: string; readonly from: string; readonly to: string };
}

interface Refused {
  readonly refusal: OrderRefusal;
}
