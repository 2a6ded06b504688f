-- What operators and consumers see of a queue whose messages fail.
--
-- Messages that wait, page by page: those behind the last one that was seen. The function without `p_after` stays
-- for processes of the version before, which may run on while this is applied.
create function queue_peek(p_queue integer, p_after bigint, p_most integer)
returns table (id bigint, body text, group_key text, published_at timestamptz, due_at timestamptz, receives integer, last_error text)
language sql volatile
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with read as (
    (select r.id, nullif(r.due_at, '-infinity') as due_at, r.receives, r.last_error from queue_returns r
     where r.queue_id = p_queue and r.id > p_after order by r.queue_id, r.id limit p_most)
    union all
    (select w.id, null, 0, null from queue_waiting w
     where w.queue_id = p_queue and w.id > p_after order by w.id limit p_most)
    union all
    (select m.id, m.due_at, 0, null from queue_messages m
     where m.queue_id = p_queue and m.id > greatest(p_after, (
       select h.position from queue_heads h where h.queue_id = p_queue order by h.queue_id desc, h.position desc limit 1
     ))
     order by m.queue_id, m.id limit p_most)
    union all
    (select m.id, m.due_at, 0, null
     from queue_holes h
     cross join lateral (
       select m.id, m.due_at from queue_messages m
       where m.queue_id = p_queue and m.id between greatest(h.first, p_after + 1) and h.last
       order by m.queue_id, m.id limit p_most
     ) m
     where h.queue_id = p_queue and h.last > p_after
     order by m.id limit p_most)
  )
  select r.id, m.body, coalesce(m.group_key, m.origin ->> 'group'), m.published_at, r.due_at,
         r.receives + coalesce((m.origin ->> 'receives')::integer, 0), coalesce(r.last_error, m.origin ->> 'error')
  from read r
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = r.id limit 1) m
  order by r.id limit p_most
$$;

-- Leases that have run out. One that is being settled is locked and is left to its consumer. Under the queue's lock.
--
-- A consumer that falls silent may have been ended by one of its messages. If all that it held came back at once, the
-- next consumer would take them together and end with them, and after a few rounds they would all be put aside for
-- the fault of one. So from the second time on they come back one by one, at moments of their own.
create or replace function queue_expire(p_queue integer) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_lease queue_leases;
  v_count integer := 0;
begin
  for v_lease in
    select * from queue_leases
    where queue_id = p_queue and visible_until <= clock_timestamp()
    order by visible_until limit 1000
    for update skip locked
  loop
    delete from queue_leases where lease_id = v_lease.lease_id and part = v_lease.part;
    v_count := v_count + cardinality(v_lease.ids);
    perform queue_give_back(p_queue, v_lease.ids, v_lease.receives, v_lease.errors, v_lease.grouped,
                            v_lease.received_at, '-infinity');
    if 2 <= any (v_lease.receives) then
      update queue_returns r
      set due_at = clock_timestamp()
        + random() * least(v_lease.visible_until - v_lease.received_at, interval '5 seconds')
      where r.queue_id = p_queue and r.id = any (v_lease.ids) and r.receives >= 2;
    end if;
  end loop;
  return v_count;
end
$$;

-- Into the dead-letter queue, with where it came from. The group goes on without it. A lease of which a part was
-- settled knows the number of deliveries only of those that were delivered before: the others were delivered once.
create or replace function queue_put_aside(
  p_queue integer, p_ids bigint[], p_receives integer[], p_errors text[], p_grouped boolean, p_received_at timestamptz
) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_name text;
  v_dead integer;
begin
  select name, queue_declare(coalesce(dead_letter_queue, name || '.dead')) into v_name, v_dead
  from queues where id = p_queue;
  perform pg_current_xact_id();
  insert into queue_messages (slot, queue_id, id, published_at, body, origin)
  select queue_slot(v_now), v_dead, nextval(('queue_ids_' || v_dead)::regclass), v_now, m.body,
         jsonb_build_object('queue', v_name, 'id', m.id::text, 'receives', coalesce(gone.receives, 1), 'error', gone.error,
                            'group', m.group_key)
  from unnest(p_ids, p_receives, p_errors) with ordinality as gone (id, receives, error, n)
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = gone.id limit 1) m
  order by n;
  insert into queue_done (slot, queue_id, ids, outcome, received_at, done_at)
  values (queue_slot(v_now), p_queue, p_ids, 'put aside', p_received_at, v_now);
  if p_grouped then
    perform queue_lock(p_queue);
    perform queue_pass_group(p_queue, p_ids);
  end if;
end
$$;
