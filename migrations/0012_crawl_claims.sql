-- SCHED-1, SCHED-5: the statements that find what is due, as functions, because each must walk an index from its front whatever
-- the planner believes. On tables that were never analysed it took a few rows for certain and sorted all that were
-- due, 20,000 of them for each claim of 200.

create function crawl_claim_hosts(p_most integer, p_lease_ms integer)
returns table (host text, lease_token bigint, delay_ms integer, claimed_at timestamptz, has_pages boolean)
language sql volatile
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off
as $$
  update crawl_hosts h
  set lease_token = h.lease_token + 1, busy_until = now() + p_lease_ms * interval '1 millisecond'
  where h.host = any(array(
    select due.host
    -- Each level of priority through the front of its own part of the index; the outer limit ends the walk before
    -- rows are locked that nobody asked for.
    from generate_series(10, 1, -1) as level (priority)
    cross join lateral (
      select c.host
      from crawl_hosts c
      where c.priority = level.priority and c.claimable_at <= now()
      order by c.claimable_at
      limit p_most
      for update skip locked
    ) as due
    limit p_most
  ))
  returning h.host, h.lease_token, h.delay_ms, clock_timestamp(),
    exists (select from crawl_pages p where p.host = h.host and p.not_before <= now())
$$;

create function crawl_waiting_pages(p_hosts text[], p_most integer)
returns setof crawl_pages
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off
as $$
  select waiting.*
  from unnest(p_hosts) as claimed (host)
  cross join lateral (
    select *
    from crawl_pages p
    where p.host = claimed.host and p.not_before <= now()
    order by p.not_before
    limit p_most
  ) as waiting
$$;

-- When the next host can be claimed; null when nothing is planned at all.
create function crawl_next_host_at()
returns timestamptz
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
  select min(first.claimable_at)
  from generate_series(1, 10) as level (priority)
  cross join lateral (
    select c.claimable_at
    from crawl_hosts c
    where c.priority = level.priority and c.claimable_at is not null
    order by c.claimable_at
    limit 1
  ) as first
$$;
