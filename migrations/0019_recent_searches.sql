-- SRCH-8: what readers have searched for. The last ten are held in memory; this is where they come from.
--
--   recent_searches         each query once, with the last time
--   recent_search_repairs   lists in memory that may be older than this, until somebody has seen that they are not

create table recent_searches (
  user_id uuid not null references users on delete cascade,
  -- The query as it is compared: case and white space say nothing.
  key text not null,
  query text not null,
  searched_at timestamptz not null,
  times integer not null default 1,
  primary key (user_id, key)
);
create index recent_searches_newest_first on recent_searches (user_id, searched_at desc, key);
create index recent_searches_by_age on recent_searches (searched_at);

create table recent_search_repairs (
  user_id uuid primary key references users on delete cascade,
  -- Another one with every change: whoever mends the list takes away what it has seen, and nothing newer.
  change uuid not null,
  at timestamptz not null
);
