import { setInterval } from 'node:timers/promises';
import type { Installation } from '../../src/context.ts';
import { row, uuid } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';

/** Changes stories one by one, so that the in-memory window must update while pages are requested. */
export function changeStories(
  { database, log, clock }: Installation,
  perSecond: number,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = (async () => {
    const some = await database.many(
      row({ id: uuid }),
      sql`select id from stories order by random() limit 1000`,
    );
    let next = 0;
    for await (const _ of setInterval(1_000 / perSecond, undefined, { signal: stopping.signal })) {
      const id = some[next++ % some.length]?.id ?? '';
      await database.transaction(async tx => {
        await tx.execute(sql`update stories set updated_at = ${new Date(clock.now())} where id = ${id}`);
        log.append(tx, STORIES_CHANGED, [{ kind: 'changed', storyId: id, language: 'en', articleIds: [] }]);
      });
    }
  })().catch(error => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    stop: async () => {
      stopping.abort();
      await work;
    },
  };
}
