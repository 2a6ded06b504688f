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
  if (order.storyId === null)
    return { refusal: order.refusal ?? 'The newsroom could not do it and did not say why.' };
  return { storyId: order.storyId };
}

export type OrderOutcome = { readonly storyId: string } | { readonly refusal: string };

interface NewOrder {
  readonly id: string;
  readonly language: string;
  readonly wish: StoryWish;
  readonly orderedBy: string | null;
  readonly now: Date;
}
