import type { StoryWish } from '../../model/story.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';

/**
 * STORY-6: an editor's wish goes to the desk of its language through the log, as articles do: nobody else may move
 * articles between stories. The desk writes beside the order what came of it.
 */
export async function placeOrder(tx: Transaction, log: EventLog, order: NewOrder): Promise<void> {
  const { id, language, wish, orderedBy, now } = order;
  await tx.execute(sql`
    insert into story_orders (id, language, wish, ordered_by, ordered_at)
    values (${id}, ${language}, ${json(wish)}::jsonb, ${orderedBy}, ${now})
  `);
  log.append(tx, ARTICLES_DESCRIBED, [{ kind: 'order', orderId: id, language }]);
}

/** What came of an order; null while it waits. */
export async function outcomeOfOrder(database: Queryable, id: string): Promise<OrderOutcome | null> {
  const order = await database.maybe(
    row({ done_at: nullable(timestamptz), story_id: nullable(uuid), refusal: nullable(text) }),
    sql`select done_at, story_id, refusal from story_orders where id = ${id}`,
  );
  if (order === null || order.doneAt === null) return null;
  if (order.storyId !== null) return { storyId: order.storyId };
  const { refusal } = order;
  return { refusal: refusal !== null && isRefusal(refusal) ? refusal : 'story-order-failed' };
}

export type OrderOutcome = { readonly storyId: string } | { readonly refusal: OrderRefusal };

/** Stored in `story_orders.refusal`; earlier versions stored English text there. */
const REFUSALS = [
  'story-split-refused',
  'article-too-old',
  'target-story-gone',
  'story-order-failed',
] as const;
export type OrderRefusal = (typeof REFUSALS)[number];

function isRefusal(text: string): text is OrderRefusal {
  return REFUSALS.some(each => each === text);
}

interface NewOrder {
  readonly id: string;
  readonly language: string;
  readonly wish: StoryWish;
  readonly orderedBy: string | null;
  readonly now: Date;
}
