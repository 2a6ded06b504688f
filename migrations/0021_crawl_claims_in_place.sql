-- SCHED-5: every claim moved its host within the index of what can be visited, every return moved it back, and each move
-- wrote into all indexes of the table. The index now goes by the time at which a host is due, which a claim leaves alone: its
-- row is changed in place. Hosts that are held or rest are passed over; a host that rests is due after its rest, so
-- only those under way stand at the front.
drop index crawl_hosts_to_visit;
create index crawl_hosts_due on crawl_hosts (priority desc, due_at) where due_at is not null;

create or replace function crawl_claim_hosts(p_most integer, p_lease_ms integer)
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
      where c.priority = level.priority and c.due_at <= now() and (c.busy_until is null or c.busy_until <= now())
      order by c.due_at
      limit p_most
      for update skip locked
    ) as due
    limit p_most
  ))
  returning h.host, h.lease_token, h.delay_ms, clock_timestamp(),
    exists (select from crawl_pages p where p.host = h.host and p.not_before <= now())
$$;

-- When the next host can be claimed; null when nothing is planned at all. Of those that are due by now all are looked at,
-- because the first of them may be held for longest.
create or replace function crawl_next_host_at()
returns timestamptz
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
  select least(
    (
      select min(c.claimable_at)
      from generate_series(1, 10) as level (priority)
      cross join lateral (
        select claimable_at from crawl_hosts where priority = level.priority and due_at <= now()
      ) as c
    ),
    (
      select min(first.claimable_at)
      from generate_series(1, 10) as level (priority)
      cross join lateral (
        select c.claimable_at
        from crawl_hosts c
        where c.priority = level.priority and c.due_at > now()
        order by c.due_at
        limit 1
      ) as first
    )
  )
$$;
