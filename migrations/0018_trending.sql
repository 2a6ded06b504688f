-- TREND-1..TREND-10: what is trending. It is counted in the memory of one process; what is here is what that process
-- needs after a crash, and what others need of it.
--
--   trending_state      the counts, with the place in the log up to which; `epoch` grows with every process that counts
--   trending_lists      the newest edition of each window, for the processes that serve
--   trending_hours      exact sums of hours that are over, recounted from the signals
--   trending_snapshots  what was trending at each full hour
--   trending_entered    what has been in the top of which list, so that it is news once

create table trending_state (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null,
  head text,
  windows bytea,
  at timestamptz
);
-- Counts do not shrink, and trying costs more than writing.
alter table trending_state alter column windows set storage external, alter column head set storage external;

-- Written again every second and made again from the counts, so it need not survive a crash of the database.
create unlogged table trending_lists (
  span text primary key,
  version bigint not null,
  at timestamptz not null,
  news text not null
);

create table trending_hours (
  hour timestamptz primary key,
  recounted_at timestamptz not null,
  -- [[article, by, country or null, sum], ...]
  sums text not null
);

create table trending_snapshots (
  -- The end of the window.
  at timestamptz not null,
  span text not null,
  list text not null,
  ids uuid[] not null,
  scores real[] not null,
  shares integer[] not null,
  reads integer[] not null,
  primary key (span, list, at)
) partition by range (at);

create table trending_entered (
  list text not null,
  id uuid not null,
  at timestamptz not null,
  primary key (list, id)
);
create index trending_entered_by_time on trending_entered (at);

-- TREND-8: how many people whoever did it reached then, as far as somebody knew.
alter table signals add column reach real not null default 1;
