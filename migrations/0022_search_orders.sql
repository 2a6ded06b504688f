-- SRCH-4: what somebody asks of the search indexes that are open somewhere, and what came of it. A command cannot open an
-- index that a program has open, and an index may lie on another machine.
--
--   search_orders          what was asked; every index hears of it
--   search_order_answers   how far each index is with it

create table search_orders (
  id uuid primary key,
  kind text not null,
  asked_at timestamptz not null default now(),
  constraint search_orders_are_known check (kind in ('verify', 'rebuild', 'stats'))
);
create index search_orders_by_age on search_orders (asked_at);

create table search_order_answers (
  order_id uuid not null references search_orders on delete cascade,
  index_name text not null,
  -- Articles that were looked at.
  done integer not null default 0,
  -- Moves while it is worked on: an index that says nothing any more has ended.
  told_at timestamptz not null default clock_timestamp(),
  figures jsonb,
  failure text,
  primary key (order_id, index_name)
);
