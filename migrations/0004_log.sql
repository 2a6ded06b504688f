-- LOG-1..LOG-6: the event log. Facts, in order, for many readers.
--
-- LOG-3 by construction: whoever appends takes the row of the partition in log_partitions as the last thing
-- before COMMIT, counts it up, and writes its events with the offsets that this gave. The row stays locked until
-- the COMMIT, so offsets have no gaps and become visible in their order: "offset > the last one seen" is safe.

create table log_streams (
  id smallint generated always as identity primary key,
  name text not null,
  partitions smallint not null,
  retention_days integer not null,
  constraint log_streams_have_one_name_each unique (name),
  constraint log_streams_have_partitions check (partitions between 1 and 1024),
  constraint log_streams_keep_at_least_a_day check (retention_days >= 1)
);

-- One row changes with every append: pages stay nearly empty so that the new version fits beside the old one (HOT).
create table log_partitions (
  stream_id smallint not null references log_streams,
  partition smallint not null,
  last_offset bigint not null default 0,
  -- Time within a partition never runs backwards, even when the clock is set back: replay finds its place by it.
  last_at timestamptz not null default '-infinity',
  primary key (stream_id, partition)
) with (fillfactor = 10);

-- A table for each stream, in it a table for each day: retention drops whole tables. Within a stream's table
-- its id is the same in every row, so the index leaves it out.
create table log_events (
  "offset" bigint not null,
  at timestamptz not null,
  stream_id smallint not null,
  partition smallint not null,
  key text not null,
  data text not null
) partition by list (stream_id);
create index log_events_in_order on log_events (partition, "offset");

-- Where a group stands in a partition, and who handles it. The token grows with every change of the owner; what
-- an owner commits is refused unless it has the present one.
create table log_positions (
  -- Names the partition of the group in an advisory lock, by which a successor finds whom it replaces.
  id integer generated always as identity,
  group_name text not null,
  stream_id smallint not null references log_streams,
  partition smallint not null,
  position bigint not null,
  held_by text,
  lease_token bigint not null default 0,
  lease_until timestamptz,
  attempts integer not null default 0,
  failing_offset bigint,
  last_error text,
  primary key (group_name, stream_id, partition),
  constraint log_positions_have_one_lock_each unique (id)
) with (fillfactor = 20);

create table log_members (
  group_name text not null,
  stream_id smallint not null references log_streams,
  process text not null,
  seen_at timestamptz not null,
  primary key (group_name, stream_id, process)
) with (fillfactor = 50);

-- LOG-5: a copy of the event, because the log may drop its day before anybody has looked.
create table log_dead_letters (
  id uuid primary key,
  group_name text not null,
  stream_id smallint not null references log_streams,
  partition smallint not null,
  "offset" bigint not null,
  key text not null,
  data text not null,
  at timestamptz not null,
  error text not null,
  attempts integer not null,
  failed_at timestamptz not null,
  retry_requested_at timestamptz,
  retry_started_at timestamptz
);
create index log_dead_letters_by_time on log_dead_letters (failed_at desc, id desc);
create index log_dead_letters_to_retry on log_dead_letters (group_name, stream_id)
  where retry_requested_at is not null;

-- Takes the partitions in the order in which they are given, which must be the same for all (by stream, by
-- partition), or two appenders would wait for one another. Gives the offset before each one's first event.
create function log_reserve(
  stream_ids smallint[], partitions smallint[], counts integer[],
  out befores bigint[], out ats timestamptz[]
) language plpgsql as $$
declare
  reached bigint;
  moment timestamptz;
begin
  for g in 1 .. cardinality(counts) loop
    update log_partitions
    set last_offset = last_offset + counts[g], last_at = greatest(last_at, clock_timestamp())
    where stream_id = stream_ids[g] and partition = partitions[g]
    returning last_offset, last_at into strict reached, moment;
    befores[g] := reached - counts[g];
    ats[g] := moment;
  end loop;
end
$$;

-- The whole of a small append in one round trip. `places` tells for each event which of the partitions it goes to;
-- events of one partition stand together.
create function log_append(
  stream_ids smallint[], partitions smallint[], counts integer[],
  places integer[], keys text[], contents text[]
) returns bigint[] language plpgsql as $$
declare
  befores bigint[];
  ats timestamptz[];
  bases bigint[];
  seen integer := 0;
begin
  select reserved.befores, reserved.ats into befores, ats
  from log_reserve(stream_ids, partitions, counts) reserved;
  for g in 1 .. cardinality(counts) loop
    bases[g] := befores[g] - seen;
    seen := seen + counts[g];
  end loop;
  insert into log_events ("offset", at, stream_id, partition, key, data)
  select bases[place] + n, ats[place], stream_ids[place], partitions[place], key, content
  from unnest(places, keys, contents) with ordinality as event (place, key, content, n);
  return befores;
end
$$;

-- The plan must not depend on statistics: a day's table is empty when plans for it are first made and has
-- millions of rows an hour later. `since` is the time of the last event that the reader has, and leaves out the
-- days before it.
create function log_read(of_stream smallint, of_partition smallint, after bigint, since timestamptz, most integer)
returns table ("offset" bigint, key text, data text, at timestamptz)
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select e."offset", e.key, e.data, e.at
    from log_events e
    where e.stream_id = of_stream and e.partition = of_partition and e."offset" > after and e.at >= since
    order by e."offset"
    limit most;
end
$$;
