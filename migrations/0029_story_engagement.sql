-- BREAK-3: what the busiest stories got in a minute, told by whoever counts what is trending to whoever tells what
-- breaks. Two days of it, so that a desk that begins anew knows what is usual.
create table story_engagement (
  minute timestamptz not null,
  story_id uuid not null,
  count integer not null constraint something_happened check (count > 0),
  primary key (minute, story_id)
);

-- The last minute of it that the desk has heard: what came later is told, what came before is only remembered.
alter table story_desks add column engaged_until timestamptz;
