-- RULE-2: what each partition has counted of addresses and articles, for the partitions that are judged by other
-- processes: limits hold for all visitors together. Told anew every second, so a crash may empty it.
create unlogged table signal_tallies (
  partition smallint primary key,
  process text not null,
  at timestamptz not null,
  tallies bytea not null
) with (fillfactor = 50);

-- Whoever opened an article may share it from now on; of the others fewer count than counted of all. What an operator
-- has changed stays.
update signal_rules
set settings = '{"minutes": 10, "freeShares": 5, "sharesPerView": 0.5}'
where id = 'shares-without-views' and settings = '{"minutes": 10, "freeShares": 50, "sharesPerView": 2}'::jsonb;
