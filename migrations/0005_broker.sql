-- The broker (MQ-1 to MQ-8): work for exactly one worker.
--
--   queue_messages   every message, written once and never changed; a ring of nine day tables, the oldest of
--                    which is emptied each day (MQ-6: the audit copy of what was done costs nothing to remove)
--   queue_heads      how far claims have read: every id up to `position` has been looked at
--   queue_holes      ids below the position that were not there when claims passed: their transactions had not
--                    committed, and never may
--   queue_returns    messages below the position that are to be delivered: delayed, released, run out
--   queue_leases     what is in flight: one row per delivery of up to a batch, not one per message
--   queue_groups     which message holds a group; queue_waiting: those of the group behind it
--   queue_dedup      dedup keys of the last day
--   queue_done       what became of messages, beside queue_messages, in the same ring
--
-- Nothing on the way of a message is an UPDATE of its row. Claims of one queue are made one after the other
-- under an advisory lock, which they hold for well under a millisecond, so they need no SKIP LOCKED over
-- messages and no statistics: the functions switch every other plan off.

create table queues (
  id integer generated always as identity primary key,
  name text not null,
  visibility_ms integer not null default 30000,
  max_receives integer not null default 5,
  dead_letter_queue text,
  paused boolean not null default false,
  created_at timestamptz not null default now(),
  constraint queues_name_is_plain check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,119}$'),
  constraint queues_visibility_is_sane check (visibility_ms between 1 and 43200000),
  constraint queues_max_receives_is_sane check (max_receives >= 1)
);
create unique index queues_one_per_name on queues (name);

create table queue_messages (
  slot smallint not null,
  queue_id integer not null,
  id bigint not null,
  published_at timestamptz not null,
  due_at timestamptz,
  group_key text,
  -- JSON on one line: line feeds separate bodies where many travel together.
  body text not null,
  -- Of a dead letter: queue, id, receives, error, group.
  origin jsonb
) partition by list (slot);
create index queue_messages_in_order on queue_messages (queue_id, id);

create table queue_done (
  slot smallint not null,
  queue_id integer not null,
  ids bigint[] not null,
  outcome text not null,
  received_at timestamptz not null,
  done_at timestamptz not null
) partition by list (slot);

do $$
begin
  for slot in 0..8 loop
    execute format('create table queue_messages_%s partition of queue_messages for values in (%s)', slot, slot);
    execute format('create table queue_done_%s partition of queue_done for values in (%s)', slot, slot);
  end loop;
end
$$;

-- One row per queue. The lookup goes to the highest position, which is the living row: versions that a long
-- snapshot keeps from being cleaned up lie below it and are never met.
create table queue_heads (
  queue_id integer not null references queues (id),
  position bigint not null default 0,
  -- When the newest message that claims have read was published: those behind it lie in no older day table.
  read_at timestamptz,
  -- When holes are to be looked at again; null without holes.
  look_at timestamptz
) with (fillfactor = 50);
create index queue_heads_highest_first on queue_heads (queue_id, position);

create table queue_holes (
  queue_id integer not null,
  first bigint not null,
  last bigint not null,
  found_at timestamptz not null,
  -- Every transaction that could fill the hole has an id below this one.
  horizon xid8,
  primary key (queue_id, first)
);

create table queue_returns (
  queue_id integer not null,
  id bigint not null,
  -- -infinity: at once, in the order of ids.
  due_at timestamptz not null,
  published_at timestamptz not null,
  group_key text,
  receives integer not null,
  last_error text,
  primary key (queue_id, id)
);
create index queue_returns_due_first on queue_returns (queue_id, due_at, id);

create sequence queue_lease_ids;
create table queue_leases (
  lease_id bigint not null,
  -- A message that is extended alone leaves its lease for another part; its receipt stays good.
  part integer not null,
  queue_id integer not null,
  ids bigint[] not null,
  -- Deliveries with this one; null: the first of all of them.
  receives integer[],
  errors text[],
  grouped boolean not null,
  received_at timestamptz not null,
  visible_until timestamptz not null,
  primary key (lease_id, part)
) with (toast_tuple_target = 8160);
create index queue_leases_by_end on queue_leases (queue_id, visible_until);

create table queue_groups (
  queue_id integer not null,
  group_key text not null,
  -- In flight, or returned and first in its group.
  held_by bigint not null,
  primary key (queue_id, group_key)
);

create table queue_waiting (
  queue_id integer not null,
  group_key text not null,
  id bigint not null,
  published_at timestamptz not null,
  primary key (queue_id, group_key, id)
);

create table queue_dedup (
  queue_id integer not null,
  key text not null,
  id bigint not null,
  at timestamptz not null,
  primary key (queue_id, key),
  constraint queue_dedup_key_has_a_sane_length check (length(key) between 1 and 255)
);
create index queue_dedup_oldest_first on queue_dedup (at);

-- Day tables: today and the seven days before it are kept, the ninth is emptied and is tomorrow's.
create function queue_slot(moment timestamptz) returns smallint language sql stable parallel safe as $$
  select ((date_part('epoch', moment)::bigint / 86400) % 9)::smallint
$$;

-- One after the other for the claims of a queue and for whatever moves its groups or its position.
create function queue_lock(p_queue integer) returns void language sql as $$
  select pg_advisory_xact_lock(1903326068, p_queue)
$$;

-- Ids of a queue come from a sequence of its own. One that is missing (a restored backup has none) is made
-- again behind everything that is known.
create function queue_declare(p_name text) returns integer language plpgsql as $$
declare
  v_queue integer;
  v_last bigint;
begin
  select id into v_queue from queues where name = p_name;
  if v_queue is null then
    insert into queues (name, max_receives)
    values (p_name, case when p_name like '%.dead' then 2147483647 else 5 end)
    on conflict (name) do nothing
    returning id into v_queue;
    if v_queue is null then
      select id into v_queue from queues where name = p_name;
    else
      insert into queue_heads (queue_id) values (v_queue);
    end if;
  end if;
  if to_regclass('queue_ids_' || v_queue) is null then
    perform queue_lock(v_queue);
    if to_regclass('queue_ids_' || v_queue) is null then
      select greatest(
        (select max(id) from queue_messages where queue_id = v_queue),
        (select max(position) from queue_heads where queue_id = v_queue),
        (select max(id) from queue_dedup where queue_id = v_queue),
        0
      ) into v_last;
      execute format('create sequence %I start %s', 'queue_ids_' || v_queue, v_last + 1);
    end if;
  end if;
  return v_queue;
end
$$;

-- Why a transaction id comes first: whoever has drawn a message id must be seen in every later snapshot as
-- running, or a claim would take the id for one that nobody will fill.
create function queue_publish(p_queue integer, p_ids oid, p_bodies text) returns bigint[]
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_slot smallint := queue_slot(v_now);
  v_stored bigint[];
begin
  perform pg_current_xact_id();
  with stored as (
    insert into queue_messages (slot, queue_id, id, published_at, body)
    select v_slot, p_queue, nextval(p_ids), v_now, body
    from string_to_table(p_bodies, E'\n') as body
    returning id
  )
  select array_agg(id) into v_stored from stored;
  return v_stored;
end
$$;

-- With a time, a group or a dedup key. Ids are drawn in the order of the messages. Keys are then taken in
-- their own order, so that two batches with the same keys wait for one another instead of locking up.
create function queue_publish_special(
  p_queue integer, p_ids oid, p_bodies text, p_due timestamptz[], p_delays bigint[], p_groups text[], p_keys text[],
  out ids bigint[], out fresh boolean[]
) language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_slot smallint := queue_slot(v_now);
  v_body text[] := string_to_array(p_bodies, E'\n');
  v_taken bigint;
  v_index integer;
begin
  perform pg_current_xact_id();
  ids := array_fill(null::bigint, array[cardinality(v_body)]);
  fresh := array_fill(false, array[cardinality(v_body)]);
  for v_index in 1..cardinality(v_body) loop
    if p_keys[v_index] is not null then
      ids[v_index] := (
        select d.id from queue_dedup d
        where d.queue_id = p_queue and d.key = p_keys[v_index] and d.at > v_now - interval '1 day'
      );
      continue when ids[v_index] is not null or array_position(p_keys, p_keys[v_index]) < v_index;
    end if;
    ids[v_index] := nextval(p_ids);
    fresh[v_index] := true;
  end loop;
  for v_index in
    select n from unnest(p_keys, fresh) with ordinality as given (key, fresh, n)
    where key is not null and given.fresh order by key
  loop
    insert into queue_dedup as d (queue_id, key, id, at)
    values (p_queue, p_keys[v_index], ids[v_index], v_now)
    on conflict (queue_id, key) do update set id = excluded.id, at = excluded.at
    where d.at <= v_now - interval '1 day'
    returning d.id into v_taken;
    if v_taken is null then
      -- Another publisher was faster by the time of its commit; the id drawn here stays unused.
      fresh[v_index] := false;
      ids[v_index] := (select d.id from queue_dedup d where d.queue_id = p_queue and d.key = p_keys[v_index]);
    end if;
  end loop;
  for v_index in 1..cardinality(v_body) loop
    if ids[v_index] is null then ids[v_index] := ids[array_position(p_keys, p_keys[v_index])]; end if;
  end loop;
  insert into queue_messages (slot, queue_id, id, published_at, due_at, group_key, body)
  select v_slot, p_queue, given.id, v_now,
         greatest(p_due[n], v_now + p_delays[n] * interval '1 millisecond'), p_groups[n], v_body[n]
  from unnest(ids, fresh) with ordinality as given (id, fresh, n)
  where given.fresh
  order by n;
end
$$;

-- One message by its id, wherever in the ring it lies.
create function queue_message(p_queue integer, p_id bigint) returns setof queue_messages
language sql stable as $$
  select * from queue_messages where queue_id = p_queue and id = p_id limit 1
$$;

-- The group's next message, if any, takes the place of the one that has left for good. Under the queue's lock.
create function queue_pass_group(p_queue integer, p_ids bigint[]) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_group text;
  v_next queue_waiting;
  v_id bigint;
begin
  foreach v_id in array p_ids loop
    select g.group_key into v_group
    from queue_message(p_queue, v_id) m
    join queue_groups g on g.queue_id = p_queue and g.group_key = m.group_key and g.held_by = v_id;
    continue when v_group is null;
    select * into v_next from queue_waiting
    where queue_id = p_queue and group_key = v_group order by group_key, id limit 1;
    if v_next.id is null then
      delete from queue_groups where queue_id = p_queue and group_key = v_group;
    else
      delete from queue_waiting where queue_id = p_queue and group_key = v_group and id = v_next.id;
      update queue_groups set held_by = v_next.id where queue_id = p_queue and group_key = v_group;
      insert into queue_returns (queue_id, id, due_at, published_at, group_key, receives)
      values (p_queue, v_next.id, '-infinity', v_next.published_at, v_group, 0);
    end if;
  end loop;
end
$$;

-- Into the dead-letter queue, with where it came from. The group goes on without it.
create function queue_put_aside(
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
         jsonb_build_object('queue', v_name, 'id', m.id::text, 'receives', gone.receives, 'error', gone.error,
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

-- Messages that left their lease undone: to be delivered again, or put aside when that was their last time.
create function queue_give_back(
  p_queue integer, p_ids bigint[], p_receives integer[], p_errors text[], p_grouped boolean,
  p_received_at timestamptz, p_due timestamptz
) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_most integer;
  v_ids bigint[];
  v_receives integer[];
  v_errors text[];
begin
  select max_receives into v_most from queues where id = p_queue;
  insert into queue_returns (queue_id, id, due_at, published_at, group_key, receives, last_error)
  select p_queue, back.id, p_due, m.published_at, m.group_key, coalesce(back.receives, 1), back.error
  from unnest(p_ids, p_receives, p_errors) as back (id, receives, error)
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = back.id limit 1) m
  where coalesce(back.receives, 1) < v_most;
  select array_agg(id order by id), array_agg(coalesce(receives, 1) order by id), array_agg(error order by id)
  into v_ids, v_receives, v_errors
  from unnest(p_ids, p_receives, p_errors) as back (id, receives, error)
  where coalesce(receives, 1) >= v_most;
  if v_ids is not null then
    perform queue_put_aside(p_queue, v_ids, v_receives, v_errors, p_grouped, p_received_at);
  end if;
end
$$;

-- Leases that have run out. One that is being settled is locked and is left to its consumer. Under the queue's lock.
create function queue_expire(p_queue integer) returns integer language plpgsql
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
    perform queue_give_back(p_queue, v_lease.ids, v_lease.receives, v_lease.errors, v_lease.grouped,
                            v_lease.received_at, '-infinity');
    v_count := v_count + cardinality(v_lease.ids);
  end loop;
  return v_count;
end
$$;

-- A message that belongs to a group takes the group, or waits behind the one that has it. Under the queue's lock.
create function queue_take_group(p_queue integer, p_group text, p_id bigint, p_published_at timestamptz)
returns boolean language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_holder bigint;
begin
  select held_by into v_holder from queue_groups where queue_id = p_queue and group_key = p_group;
  if v_holder = p_id then return true; end if;
  if v_holder is null then
    insert into queue_groups (queue_id, group_key, held_by) values (p_queue, p_group, p_id);
    return true;
  end if;
  insert into queue_waiting (queue_id, group_key, id, published_at) values (p_queue, p_group, p_id, p_published_at);
  return false;
end
$$;

-- Ids that are not there between the position and the ids that were read: somebody may still be writing them.
create function queue_note_holes(p_queue integer, p_position bigint, p_ids bigint[], p_now timestamptz)
returns void language sql as $$
  insert into queue_holes (queue_id, first, last, found_at)
  select p_queue, before + 1, id - 1, p_now
  from (
    select id, lag(id, 1, p_position) over (order by id) as before from unnest(p_ids) as read (id)
  ) as steps
  where id > before + 1
$$;

-- What has appeared in holes, at most `p_most`. A hole is forgotten once every transaction that could fill it
-- had ended before the look. A hole gets its horizon at the look after the one that found it: the claim that
-- found it may have had its own transaction id for longer than the filler.
create function queue_fill_holes(p_queue integer, p_most integer, p_now timestamptz, out ids bigint[], out look_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
set enable_mergejoin = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_oldest_running xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_last bigint;
begin
  select array_agg(found.id) into ids
  from (
    select m.id
    from (select h.first, h.last from queue_holes h where h.queue_id = p_queue order by h.queue_id, h.first) hole
    cross join lateral (
      select m.id from queue_messages m
      where m.queue_id = p_queue and m.id between hole.first and hole.last
      order by m.id limit p_most
    ) m
    limit p_most
  ) found;
  v_last := case when cardinality(ids) = p_most then ids[p_most] else 9223372036854775807 end;
  if ids is not null then
    with touched as (
      delete from queue_holes h
      where h.queue_id = p_queue and exists (select from unnest(ids) as f (id) where f.id between h.first and h.last)
      returning h.*
    ), edges as (
      select t.first as hole, t.found_at, t.horizon, f.id as upto,
             lag(f.id, 1, t.first - 1) over (partition by t.first order by f.id) as before
      from touched t
      cross join lateral (
        select f.id from unnest(ids) as f (id) where f.id between t.first and t.last
        union all select t.last + 1
      ) f
    )
    insert into queue_holes (queue_id, first, last, found_at, horizon)
    select p_queue, before + 1, upto - 1, found_at, horizon from edges where upto > before + 1;
  end if;
  delete from queue_holes h where h.queue_id = p_queue and h.horizon <= v_oldest_running and h.last <= v_last;
  update queue_holes h set horizon = pg_current_xact_id() where h.queue_id = p_queue and h.horizon is null;
  -- Young holes are about to be filled, and are looked at often; old ones belong to long transactions.
  select p_now + case when max(h.found_at) > p_now - interval '1 second' then interval '5 milliseconds'
                      else interval '250 milliseconds' end
  into look_at from queue_holes h where h.queue_id = p_queue having count(*) > 0;
end
$$;

-- Of messages that claims meet for the first time, those that may be delivered now. Under the queue's lock.
create function queue_admit(p_queue integer, p_ids bigint[], p_now timestamptz) returns bigint[]
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_message record;
  v_admitted bigint[] := '{}';
begin
  insert into queue_returns (queue_id, id, due_at, published_at, group_key, receives)
  select p_queue, m.id, m.due_at, m.published_at, m.group_key, 0
  from unnest(p_ids) as met (id)
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = met.id limit 1) m
  where m.due_at > p_now;
  for v_message in
    select m.id, m.group_key, m.published_at
    from unnest(p_ids) as met (id)
    cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = met.id limit 1) m
    where m.due_at is null or m.due_at <= p_now
  loop
    if v_message.group_key is null
       or queue_take_group(p_queue, v_message.group_key, v_message.id, v_message.published_at) then
      v_admitted := v_admitted || v_message.id;
    end if;
  end loop;
  return v_admitted;
end
$$;

-- Returned messages that are due, with how often they were delivered already. Under the queue's lock.
create function queue_take_returns(
  p_queue integer, p_most integer, p_now timestamptz, out ids bigint[], out receives integer[], out errors text[]
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_message record;
begin
  ids := '{}';
  for v_message in
    select r.id, r.receives, r.last_error, r.group_key, r.published_at from queue_returns r
    where r.queue_id = p_queue and r.due_at <= p_now
    order by r.queue_id, r.due_at, r.id
  loop
    exit when cardinality(ids) = p_most;
    delete from queue_returns r where r.queue_id = p_queue and r.id = v_message.id;
    if v_message.group_key is null
       or queue_take_group(p_queue, v_message.group_key, v_message.id, v_message.published_at) then
      ids := ids || v_message.id;
      receives := receives || v_message.receives;
      errors := errors || v_message.last_error;
    end if;
  end loop;
end
$$;

-- Up to the sum of `p_sizes` messages, one lease for each size, in the order: returned and due, late, new.
-- Everything that can be said of many messages travels as one value, which costs a tenth of a row for each.
-- With less than was asked for, `next_due` says when to ask again without being woken.
create function queue_claim(
  p_queue integer, p_sizes integer[], p_visibility_ms integer, p_sweep boolean,
  out lease_ids bigint[], out ids bigint[], out receives integer[], out published bigint[], out groups text,
  out bodies text, out visible_until timestamptz, out next_due timestamptz
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
set enable_mergejoin = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_now timestamptz;
  v_most integer;
  v_visibility integer;
  v_paused boolean;
  v_position bigint;
  v_read bigint;
  v_read_at timestamptz;
  v_newest timestamptz;
  v_slot smallint;
  v_all_slots boolean;
  v_look_at timestamptz;
  v_next_look timestamptz;
  v_examined integer := 0;
  v_window integer;
  v_special boolean;
  v_ids bigint[];
  v_errors text[];
  v_groups text[];
  v_new bigint[];
  v_new_published bigint[];
  v_new_bodies text;
begin
  perform pg_advisory_xact_lock(1903326068, p_queue);
  v_now := clock_timestamp();
  select q.visibility_ms, q.paused into v_visibility, v_paused from queues q where q.id = p_queue;
  if v_paused then return; end if;
  select h.position, h.read_at, h.look_at into v_position, v_read_at, v_look_at
  from queue_heads h where h.queue_id = p_queue order by h.queue_id desc, h.position desc limit 1;
  v_read := v_position;
  v_slot := queue_slot(v_now);
  -- Today's table alone is enough while messages of today are being read. One that was published on another day
  -- and committed late is a hole by then, or the last of all, for which every table is searched.
  v_all_slots := v_read_at is null or v_read_at < v_now - interval '1 day' or queue_slot(v_read_at) <> v_slot;
  v_next_look := v_look_at;
  select sum(size) into v_most from unnest(p_sizes) as size;

  if p_sweep then perform queue_expire(p_queue); end if;
  select r.ids, r.receives, r.errors into v_ids, receives, v_errors
  from queue_take_returns(p_queue, v_most, v_now) r;

  if v_look_at <= v_now and cardinality(v_ids) < v_most then
    select f.ids, f.look_at into v_new, v_next_look
    from queue_fill_holes(p_queue, v_most - cardinality(v_ids), v_now) f;
    if v_new is not null then v_ids := v_ids || queue_admit(p_queue, v_new, v_now); end if;
  end if;

  v_new := null;
  while cardinality(v_ids) < v_most and v_examined < v_most * 10 + 1000 loop
    v_window := v_most - cardinality(v_ids);
    select array_agg(m.id), array_agg((date_part('epoch', m.published_at) * 1000)::bigint),
           string_agg(m.body, E'\n'), bool_or(m.due_at is not null or m.group_key is not null), max(m.published_at)
    into v_new, v_new_published, v_new_bodies, v_special, v_newest
    from (
      select m.id, m.published_at, m.body, m.due_at, m.group_key from queue_messages m
      where m.slot between (case when v_all_slots then 0 else v_slot end) and (case when v_all_slots then 8 else v_slot end)
        and m.queue_id = p_queue and m.id > v_read
      order by m.queue_id, m.id limit v_window
    ) m;
    if v_new is null and not v_all_slots then
      v_all_slots := true;
      continue;
    end if;
    exit when v_new is null;
    v_read_at := greatest(v_read_at, v_newest);
    if v_new[cardinality(v_new)] - v_read > cardinality(v_new) then
      perform queue_note_holes(p_queue, v_read, v_new, v_now);
      v_next_look := least(v_next_look, v_now + interval '5 milliseconds');
    end if;
    v_read := v_new[cardinality(v_new)];
    -- A window of plain messages is delivered as it was read, and is the last: it was as long as what was left.
    exit when not v_special;
    v_examined := v_examined + cardinality(v_new);
    v_ids := v_ids || queue_admit(p_queue, v_new, v_now);
    exit when cardinality(v_new) < v_window;
    v_new := null;
  end loop;
  if v_special then v_new := null; end if;

  if v_read > v_position or v_next_look is distinct from v_look_at then
    update queue_heads h set position = v_read, read_at = v_read_at, look_at = v_next_look
    where h.queue_id = p_queue and h.position = v_position;
  end if;

  if cardinality(v_ids) > 0 then
    select array_agg((date_part('epoch', m.published_at) * 1000)::bigint), string_agg(m.body, E'\n'),
           array_agg(m.group_key)
    into published, bodies, v_groups
    from unnest(v_ids) as given (id)
    cross join lateral (
      select * from queue_messages m where m.queue_id = p_queue and m.id = given.id limit 1
    ) m;
    receives := array(select coalesce(queue_claim.receives[n], 0) + 1 from generate_series(1, cardinality(v_ids)) n);
    if cardinality(array_remove(v_groups, null)) > 0 then groups := array_to_json(v_groups)::text;
    else v_groups := null; end if;
  end if;
  if v_new is not null then
    ids := v_ids || v_new;
    published := published || v_new_published;
    bodies := case when bodies is null then v_new_bodies else bodies || E'\n' || v_new_bodies end;
  else
    ids := v_ids;
  end if;

  if cardinality(ids) = 0 then
    -- Nothing to do is the time to look for leases that have run out; whoever waits comes back at once then.
    if not p_sweep and queue_expire(p_queue) > 0 then
      next_due := v_now;
    else
      next_due := least(
        case when v_examined >= v_most * 10 + 1000 then v_now end,
        (select r.due_at from queue_returns r where r.queue_id = p_queue order by r.queue_id, r.due_at, r.id limit 1),
        -- One that is over and still there is being settled at this moment.
        (select greatest(l.visible_until, v_now + interval '100 milliseconds')
         from queue_leases l where l.queue_id = p_queue order by l.queue_id, l.visible_until limit 1),
        v_next_look
      );
    end if;
    return;
  end if;

  visible_until := v_now + coalesce(p_visibility_ms, v_visibility) * interval '1 millisecond';
  with parts as (
    select sum(size) over (order by n) - size as after, size from unnest(p_sizes) with ordinality as s (size, n)
  ), stored as (
    insert into queue_leases (lease_id, part, queue_id, ids, receives, errors, grouped, received_at, visible_until)
    select nextval('queue_lease_ids'), 0, p_queue, queue_claim.ids[after + 1:after + size],
           queue_claim.receives[after + 1:after + size], v_errors[after + 1:after + size],
           v_groups is not null, v_now, queue_claim.visible_until
    from parts where after < cardinality(queue_claim.ids)
    returning lease_id
  )
  select array_agg(lease_id) into lease_ids from stored;
end
$$;

-- Takes messages out of their leases: for each lease that was still good, the ids that it held. Whoever comes
-- too late finds the lease gone or over; what others hold of the same lease stays in it.
create function queue_settle(p_leases bigint[], p_ids bigint[])
returns table (queue_id integer, lease_id bigint, ids bigint[], receives integer[], errors text[], grouped boolean, received_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_lease queue_leases;
  v_wanted bigint[];
  v_kept integer[];
begin
  for v_lease in
    select l.* from queue_leases l
    where l.lease_id = any (p_leases)
    order by l.lease_id, l.part
    for update
  loop
    continue when v_lease.visible_until <= clock_timestamp();
    if p_leases[1] = all (p_leases) then
      v_wanted := p_ids;
    else
      v_wanted := array(select w.id from unnest(p_leases, p_ids) as w (lease, id) where w.lease = v_lease.lease_id);
    end if;
    queue_id := v_lease.queue_id;
    lease_id := v_lease.lease_id;
    grouped := v_lease.grouped;
    received_at := v_lease.received_at;
    if v_lease.ids = v_wanted then
      delete from queue_leases l where l.lease_id = v_lease.lease_id and l.part = v_lease.part;
      ids := v_lease.ids;
      receives := v_lease.receives;
      errors := v_lease.errors;
      return next;
      continue;
    end if;
    select array_agg(n) filter (where id <> all (v_wanted)),
           array_agg(id) filter (where id = any (v_wanted)),
           array_agg(coalesce(v_lease.receives[n], 1)) filter (where id = any (v_wanted)),
           array_agg(v_lease.errors[n]) filter (where id = any (v_wanted))
    into v_kept, ids, receives, errors
    from unnest(v_lease.ids) with ordinality as held (id, n);
    continue when ids is null;
    if v_kept is null then
      delete from queue_leases l where l.lease_id = v_lease.lease_id and l.part = v_lease.part;
    else
      update queue_leases l
      set ids = array(select v_lease.ids[n] from unnest(v_kept) n),
          receives = case when l.receives is not null then array(select v_lease.receives[n] from unnest(v_kept) n) end,
          errors = case when l.errors is not null then array(select v_lease.errors[n] from unnest(v_kept) n) end
      where l.lease_id = v_lease.lease_id and l.part = v_lease.part;
    end if;
    return next;
  end loop;
end
$$;

-- Done. Leases that are deleted as they were delivered, which most are, go in one statement; those of which a
-- part is kept go one by one. In a transaction that goes on, groups are passed on at its end
-- (queue_pass_groups), because claims wait for that lock.
create function queue_delete(p_leases bigint[], p_ids bigint[], p_pass_groups boolean)
returns table (queue_id integer, leases bigint[], ids bigint[], grouped boolean, seconds double precision)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_slot smallint := queue_slot(v_now);
  v_gone record;
  v_rest record;
  v_settled integer := 0;
begin
  for v_gone in
    with wanted as materialized (
      select lease, array_agg(id) as ids from unnest(p_leases, p_ids) as given (lease, id) group by lease order by lease
    ), gone as (
      delete from queue_leases l using wanted
      where l.lease_id = wanted.lease and l.ids = wanted.ids and l.visible_until > clock_timestamp()
      returning l.queue_id, l.lease_id, l.ids, l.grouped, l.received_at
    )
    select g.queue_id, array_agg(g.lease_id) as leases, array_agg(held.id) as ids, bool_or(g.grouped) as grouped,
           min(g.received_at) as received_at
    from gone g cross join unnest(g.ids) as held (id)
    group by g.queue_id order by g.queue_id
  loop
    v_settled := v_settled + cardinality(v_gone.ids);
    queue_id := v_gone.queue_id;
    leases := v_gone.leases;
    ids := v_gone.ids;
    grouped := v_gone.grouped;
    seconds := date_part('epoch', v_now - v_gone.received_at);
    insert into queue_done (slot, queue_id, ids, outcome, received_at, done_at)
    values (v_slot, queue_id, ids, 'deleted', v_gone.received_at, v_now);
    if grouped and p_pass_groups then perform queue_pass_groups(queue_id, ids); end if;
    return next;
  end loop;
  if v_settled = cardinality(p_ids) then return; end if;
  for v_rest in select * from queue_settle(p_leases, p_ids) order by queue_id loop
    queue_id := v_rest.queue_id;
    leases := array_fill(v_rest.lease_id, array[cardinality(v_rest.ids)]);
    ids := v_rest.ids;
    grouped := v_rest.grouped;
    seconds := date_part('epoch', v_now - v_rest.received_at);
    insert into queue_done (slot, queue_id, ids, outcome, received_at, done_at)
    values (v_slot, queue_id, ids, 'deleted', v_rest.received_at, v_now);
    if grouped and p_pass_groups then perform queue_pass_groups(queue_id, ids); end if;
    return next;
  end loop;
end
$$;

create function queue_pass_groups(p_queue integer, p_ids bigint[]) returns void language plpgsql as $$
begin
  perform queue_lock(p_queue);
  perform queue_pass_group(p_queue, p_ids);
end
$$;

-- Gives messages back; those that had their last time are put aside. A delay of null puts all of them aside.
create function queue_release(p_leases bigint[], p_ids bigint[], p_delay_ms bigint, p_error text)
returns table (queue_id integer, lease_id bigint, ids bigint[])
language plpgsql as $$
declare
  v_out record;
  v_errors text[];
begin
  for v_out in select * from queue_settle(p_leases, p_ids) loop
    v_errors := case when p_error is null then v_out.errors
                     else array_fill(p_error, array[cardinality(v_out.ids)]) end;
    if p_delay_ms is null then
      perform queue_put_aside(v_out.queue_id, v_out.ids,
        coalesce(v_out.receives, array_fill(1, array[cardinality(v_out.ids)])), v_errors, v_out.grouped, v_out.received_at);
    else
      perform queue_give_back(v_out.queue_id, v_out.ids, v_out.receives, v_errors, v_out.grouped, v_out.received_at,
        case when p_delay_ms <= 0 then '-infinity' else clock_timestamp() + p_delay_ms * interval '1 millisecond' end);
    end if;
    queue_id := v_out.queue_id;
    lease_id := v_out.lease_id;
    ids := v_out.ids;
    return next;
  end loop;
end
$$;

-- Hides messages for longer. What stays behind in the lease keeps its own end.
create function queue_extend(p_lease bigint, p_ids bigint[], p_visibility_ms bigint) returns timestamptz
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_until timestamptz := clock_timestamp() + p_visibility_ms * interval '1 millisecond';
  v_whole boolean;
  v_out record;
begin
  update queue_leases l set visible_until = v_until
  where l.lease_id = p_lease and l.ids = p_ids and l.visible_until > clock_timestamp();
  if found then return v_until; end if;
  for v_out in select * from queue_settle(array_fill(p_lease, array[cardinality(p_ids)]), p_ids) loop
    insert into queue_leases (lease_id, part, queue_id, ids, receives, errors, grouped, received_at, visible_until)
    select p_lease, coalesce(max(l.part), 0) + 1, v_out.queue_id, v_out.ids, v_out.receives, v_out.errors, v_out.grouped,
           v_out.received_at, v_until
    from queue_leases l where l.lease_id = p_lease;
    v_whole := true;
  end loop;
  return case when v_whole then v_until end;
end
$$;

-- Every queue at once: leases that have run out, also where nobody receives. Answers the queues that have
-- something to deliver because of it. A queue that is being claimed from looks after itself.
create function queue_sweep() returns setof integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_queue integer;
begin
  for v_queue in
    select q.id from queues q
    where exists (select from queue_leases l where l.queue_id = q.id and l.visible_until <= clock_timestamp())
    order by q.id
  loop
    if pg_try_advisory_xact_lock(1903326068, v_queue) and queue_expire(v_queue) > 0 then return next v_queue; end if;
  end loop;
end
$$;

-- Which of these queues may have something to deliver: the fallback where no notification came. It looks at
-- counters and first entries only. An id that was drawn and never committed is taken for a message here; the
-- claim that follows finds nothing.
create function queue_ready(p_queues integer[]) returns setof integer language sql volatile
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
  select queue_id
  from unnest(p_queues) as given (queue_id)
  where coalesce(pg_sequence_last_value(('queue_ids_' || queue_id)::regclass), 0) > (
      select h.position from queue_heads h
      where h.queue_id = given.queue_id order by h.queue_id desc, h.position desc limit 1
    )
    or (select r.due_at from queue_returns r
        where r.queue_id = given.queue_id order by r.queue_id, r.due_at, r.id limit 1) <= clock_timestamp()
    or (select l.visible_until from queue_leases l
        where l.queue_id = given.queue_id order by l.queue_id, l.visible_until limit 1) <= clock_timestamp()
    or (select h.look_at from queue_heads h
        where h.queue_id = given.queue_id order by h.queue_id desc, h.position desc limit 1) <= clock_timestamp()
$$;

-- Passes over every message up to `p_upto` and leaves those that are due, and of whatever group, among the
-- returned ones, where single messages can be picked. Under the queue's lock.
create function queue_read_ahead(p_queue integer, p_upto bigint, p_most integer) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off
set enable_mergejoin = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_position bigint;
  v_ids bigint[];
begin
  select h.position into v_position
  from queue_heads h where h.queue_id = p_queue order by h.queue_id desc, h.position desc limit 1;
  select array_agg(m.id) into v_ids from (
    select m.id from queue_messages m
    where m.queue_id = p_queue and m.id > v_position and m.id <= p_upto
    order by m.queue_id, m.id limit p_most
  ) m;
  if v_ids is null then return; end if;
  perform queue_note_holes(p_queue, v_position, v_ids, v_now);
  insert into queue_returns (queue_id, id, due_at, published_at, group_key, receives)
  select p_queue, m.id, '-infinity', m.published_at, m.group_key, 0
  from unnest(queue_admit(p_queue, v_ids, v_now)) as admitted (id)
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = admitted.id limit 1) m;
  update queue_heads h
  set position = v_ids[cardinality(v_ids)],
      look_at = case when exists (select from queue_holes o where o.queue_id = p_queue) then v_now end
  where h.queue_id = p_queue and h.position = v_position;
end
$$;

-- Everything that is not in flight. Messages whose transactions have not committed are not there yet, and stay.
create function queue_purge(p_queue integer) returns bigint language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_gone bigint[];
  v_purged bigint := 0;
begin
  perform queue_lock(p_queue);
  loop
    perform queue_fill_holes_into_returns(p_queue, v_now);
    perform queue_read_ahead(p_queue, 9223372036854775807, 10000);
    with returned as (
      delete from queue_returns r where r.queue_id = p_queue returning r.id
    ), waiting as (
      delete from queue_waiting w where w.queue_id = p_queue returning w.id
    )
    select array_agg(id order by id) into v_gone from (select id from returned union all select id from waiting) gone;
    exit when v_gone is null;
    v_purged := v_purged + cardinality(v_gone);
    insert into queue_done (slot, queue_id, ids, outcome, received_at, done_at)
    values (queue_slot(v_now), p_queue, v_gone, 'purged', v_now, v_now);
    -- What still holds a group is in flight; the others have let go.
    delete from queue_groups g
    where g.queue_id = p_queue and g.held_by = any (v_gone);
  end loop;
  return v_purged;
end
$$;

create function queue_fill_holes_into_returns(p_queue integer, p_now timestamptz) returns void language plpgsql as $$
declare
  v_ids bigint[];
begin
  if not exists (select from queue_holes h where h.queue_id = p_queue) then return; end if;
  select f.ids into v_ids from queue_fill_holes(p_queue, 10000, p_now) f;
  if v_ids is null then return; end if;
  insert into queue_returns (queue_id, id, due_at, published_at, group_key, receives)
  select p_queue, m.id, '-infinity', m.published_at, m.group_key, 0
  from unnest(queue_admit(p_queue, v_ids, p_now)) as admitted (id)
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = admitted.id limit 1) m;
end
$$;

-- From a dead-letter queue back to where its messages came from, as new ones.
create function queue_redrive(p_queue integer, p_ids bigint[], p_most integer, out moved bigint, out targets integer[])
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_taken bigint[];
  v_message record;
  v_target integer;
begin
  moved := 0;
  targets := '{}';
  perform queue_lock(p_queue);
  perform queue_fill_holes_into_returns(p_queue, v_now);
  perform queue_read_ahead(p_queue, coalesce((select max(id) from unnest(p_ids) id), 9223372036854775807),
                           case when p_ids is null then p_most else 1000000 end);
  with taken as (
    delete from queue_returns r
    where r.queue_id = p_queue and r.id in (
      select c.id from queue_returns c
      where c.queue_id = p_queue and (p_ids is null or c.id = any (p_ids))
        and exists (select from queue_message(p_queue, c.id) m where m.origin is not null)
      order by c.id limit p_most
    )
    returning r.id
  )
  select array_agg(id order by id) into v_taken from taken;
  if v_taken is null then return; end if;
  perform pg_current_xact_id();
  for v_message in
    select m.* from unnest(v_taken) with ordinality as t (id, n)
    cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = t.id limit 1) m
    order by n
  loop
    v_target := queue_declare(v_message.origin ->> 'queue');
    insert into queue_messages (slot, queue_id, id, published_at, group_key, body)
    values (queue_slot(v_now), v_target, nextval(('queue_ids_' || v_target)::regclass), v_now,
            v_message.origin ->> 'group', v_message.body);
    moved := moved + 1;
    if v_target <> all (targets) then targets := targets || v_target; end if;
  end loop;
  insert into queue_done (slot, queue_id, ids, outcome, received_at, done_at)
  values (queue_slot(v_now), p_queue, v_taken, 'redriven', v_now, v_now);
end
$$;

create function queue_peek(p_queue integer, p_most integer)
returns table (id bigint, body text, group_key text, published_at timestamptz, due_at timestamptz, receives integer, last_error text)
language sql volatile
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with read as (
    (select r.id, nullif(r.due_at, '-infinity') as due_at, r.receives, r.last_error from queue_returns r
     where r.queue_id = p_queue order by r.queue_id, r.id limit p_most)
    union all
    (select w.id, null, 0, null from queue_waiting w where w.queue_id = p_queue order by w.id limit p_most)
    union all
    (select m.id, m.due_at, 0, null from queue_messages m
     where m.queue_id = p_queue and m.id > (
       select h.position from queue_heads h where h.queue_id = p_queue order by h.queue_id desc, h.position desc limit 1
     )
     order by m.queue_id, m.id limit p_most)
    union all
    (select m.id, m.due_at, 0, null
     from queue_holes h
     cross join lateral (
       select m.id, m.due_at from queue_messages m where m.queue_id = p_queue and m.id between h.first and h.last limit p_most
     ) m
     where h.queue_id = p_queue limit p_most)
  )
  select r.id, m.body, coalesce(m.group_key, m.origin ->> 'group'), m.published_at, r.due_at,
         r.receives + coalesce((m.origin ->> 'receives')::integer, 0), coalesce(r.last_error, m.origin ->> 'error')
  from read r
  cross join lateral (select * from queue_messages m where m.queue_id = p_queue and m.id = r.id limit 1) m
  order by r.id limit p_most
$$;

create function queue_state(
  p_queue integer, out pending bigint, out delayed bigint, out in_flight bigint, out stuck bigint,
  out oldest_pending_at timestamptz, out published_last_minute bigint
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  c_exact constant integer := 10000;
  v_now timestamptz := clock_timestamp();
  v_position bigint;
  v_last bigint;
  v_low bigint;
  v_middle bigint;
  v_at timestamptz;
  v_count bigint;
begin
  select h.position into v_position
  from queue_heads h where h.queue_id = p_queue order by h.queue_id desc, h.position desc limit 1;
  select m.id, m.published_at into v_last, v_at
  from queue_messages m where m.queue_id = p_queue order by m.queue_id desc, m.id desc limit 1;
  pending := greatest(coalesce(v_last, 0) - v_position, 0);
  delayed := 0;
  if pending between 1 and c_exact then
    select count(*) filter (where m.due_at is null or m.due_at <= v_now), count(*) filter (where m.due_at > v_now)
    into pending, delayed from queue_messages m where m.queue_id = p_queue and m.id > v_position;
  end if;
  select pending + count(*) into pending from (
    select from queue_returns r where r.queue_id = p_queue and r.due_at <= v_now limit c_exact * 10
  ) due;
  select pending + count(*) into pending from (select from queue_waiting w where w.queue_id = p_queue limit c_exact * 10) w;
  select delayed + count(*) into delayed from (
    select from queue_returns r where r.queue_id = p_queue and r.due_at > v_now limit c_exact * 10
  ) later;
  select coalesce(sum(cardinality(l.ids)), 0),
         coalesce(sum(case when l.visible_until <= v_now then cardinality(l.ids)
                           else (select count(*) from unnest(l.receives) as r (n) where n > 1) end), 0)
  into in_flight, stuck from queue_leases l where l.queue_id = p_queue;
  select stuck + count(*) into stuck from (
    select from queue_returns r where r.queue_id = p_queue and r.receives > 1 limit c_exact * 10
  ) again;
  oldest_pending_at := least(
    (select m.published_at from queue_messages m
     where m.queue_id = p_queue and m.id > v_position order by m.queue_id, m.id limit 1),
    (select r.published_at from queue_returns r
     where r.queue_id = p_queue and r.due_at <= v_now order by r.queue_id, r.due_at, r.id limit 1),
    (select min(w.published_at) from (
       select w.published_at from queue_waiting w where w.queue_id = p_queue limit c_exact
     ) w)
  );

  -- Ids rise with time: the first one of the last minute is found by halving.
  published_last_minute := 0;
  if v_at > v_now - interval '1 minute' then
    v_low := 0;
    v_count := v_last;
    while v_low < v_count loop
      v_middle := v_low + (v_count - v_low) / 2;
      select m.published_at into v_at
      from queue_messages m where m.queue_id = p_queue and m.id > v_middle order by m.queue_id, m.id limit 1;
      if v_at > v_now - interval '1 minute' then v_count := v_middle; else v_low := v_middle + 1; end if;
    end loop;
    published_last_minute := v_last - v_low;
  end if;
end
$$;

-- Tomorrow's day table, which is also that of eight days ago.
create function queue_oldest_slot() returns smallint language sql stable as $$
  select queue_slot(clock_timestamp() + interval '1 day')
$$;

-- Moves messages that are still to be delivered out of the oldest day table; answers how many. Whoever reads
-- sees each of them in one place, before or after.
create function queue_carry(p_most integer) returns bigint language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_from smallint := queue_oldest_slot();
  v_to smallint := queue_slot(clock_timestamp());
  v_moved bigint;
begin
  with living as (
    select q.id as queue_id, m.id
    from queues q
    cross join lateral (
      select m.id from queue_messages m
      where m.slot = v_from and m.queue_id = q.id
        and m.id > (select max(h.position) from queue_heads h where h.queue_id = q.id)
      order by m.queue_id, m.id limit p_most
    ) m
    union select h.queue_id, m.id
    from queue_holes h
    cross join lateral (
      select m.id from queue_messages m
      where m.slot = v_from and m.queue_id = h.queue_id and m.id between h.first and h.last limit p_most
    ) m
    union select r.queue_id, r.id from queue_returns r
    union select w.queue_id, w.id from queue_waiting w
    union select l.queue_id, unnest(l.ids) from queue_leases l
  ), here as (
    select l.queue_id, l.id from living l
    cross join lateral (
      select from queue_messages m where m.slot = v_from and m.queue_id = l.queue_id and m.id = l.id limit 1
    ) m
    limit p_most
  ), gone as (
    delete from queue_messages m using here
    where m.slot = v_from and m.queue_id = here.queue_id and m.id = here.id
    returning m.*
  )
  insert into queue_messages (slot, queue_id, id, published_at, due_at, group_key, body, origin)
  select v_to, queue_id, id, published_at, due_at, group_key, body, origin from gone;
  get diagnostics v_moved = row_count;
  return v_moved;
end
$$;

create function queue_empty_oldest() returns void language plpgsql as $$
declare
  v_slot smallint := queue_oldest_slot();
  v_found boolean;
begin
  execute format('select exists (select from queue_messages_%s) or exists (select from queue_done_%s)', v_slot, v_slot)
  into v_found;
  if not v_found then return; end if;
  -- Late writers hold the table until they have committed; what they wrote is carried next time.
  execute format('lock table queue_messages_%s, queue_done_%s in access exclusive mode', v_slot, v_slot);
  if queue_carry(1) > 0 then return; end if;
  execute format('truncate queue_messages_%s, queue_done_%s', v_slot, v_slot);
end
$$;
