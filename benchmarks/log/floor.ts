import type { Database } from '../../src/platform/database/port.ts';
import { row, text, timestamptz } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { copyLine } from '../../src/platform/log/appender.ts';
import { bigint } from '../../src/platform/log/rows.ts';
import type { TestEvent } from '../../test/harness/stream.ts';

/**
 * The lower bound of a log on PostgreSQL: the same rows with the same index in one plain table, by COPY, and one update
 * of an offset; to read, a select of the next rows and one update of a position. No partitions by key or day, no
 * leases, no fence, no notification of consumers.
 */
export async function openFloor(database: Database): Promise<Floor> {
  await database.transaction(tx => tx.script(SCHEMA));
  return {
    append: (lane, events) => append(database, lane, events),
    consume: (lane, batch, upTo) => consume(database, lane, batch, upTo),
  };
}

async function append(database: Database, lane: number, events: readonly TestEvent[]): Promise<void> {
  await database.transaction(async tx => {
    const { reached, at } = await tx.one(
      row({ reached: bigint, at: text }),
      sql`
        update floor_offsets set last_offset = last_offset + ${events.length} where lane = ${lane}
        returning last_offset as reached, clock_timestamp()::text as at
      `,
    );
    const before = Number(reached) - events.length;
    const lines = events.map(({ key, value }, index) =>
      copyLine(before + index + 1, at, 1, lane, key, JSON.stringify(value)),
    );
    await tx.copyIn(
      sql`copy floor_events ("offset", at, stream_id, lane, key, data) from stdin`,
      once(lines.join('')),
    );
  });
}

async function consume(database: Database, lane: number, batch: number, upTo: number): Promise<void> {
  for (let handled = 0; handled < upTo; ) {
    handled += await database.transaction(async tx => {
      const events = await tx.many(
        Stored,
        sql`
          select "offset", key, data, at from floor_events
          where lane = ${lane} and "offset" > ${handled} order by "offset" limit ${batch}
        `,
      );
      for (const { data } of events) JSON.parse(data);
      await tx.execute(
        sql`update floor_positions set position = ${handled + events.length} where lane = ${lane}`,
      );
      return events.length;
    });
  }
}

async function* once(lines: string): AsyncIterable<Buffer> {
  yield Buffer.from(lines);
}

const Stored = row({ offset: bigint, key: text, data: text, at: timestamptz });

export const LANES = 8;

const SCHEMA = `
  create table floor_events (
    "offset" bigint not null, at timestamptz not null, stream_id smallint not null, lane smallint not null,
    key text not null, data text not null
  );
  create index floor_events_in_order on floor_events (lane, "offset");
  create table floor_offsets (lane smallint primary key, last_offset bigint not null) with (fillfactor = 10);
  create table floor_positions (lane smallint primary key, position bigint not null) with (fillfactor = 10);
  insert into floor_offsets select generate_series(0, ${LANES - 1}), 0;
  insert into floor_positions select generate_series(0, ${LANES - 1}), 0;
`;

export interface Floor {
  append(lane: number, events: readonly TestEvent[]): Promise<void>;
  consume(lane: number, batch: number, upTo: number): Promise<void>;
}
