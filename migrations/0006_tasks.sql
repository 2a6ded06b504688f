-- TASK-1..TASK-7: work at a time. A task is one row, whether it runs once or again and again; each start of it
-- is a row of task_runs.
--
--   waiting -> picked (its message is on the broker) -> running -> waiting (armed for its next time) | done | failed
--   paused from any of the first three; armed again by resuming
--
-- Every time here is the database's: pickers and executors with wrong clocks agree on what is due.

create table tasks (
  id uuid primary key,
  name text constraint tasks_have_a_name_of_their_own unique,
  kind text not null,
  -- Once, or by five cron fields in a time zone.
  run_at timestamptz,
  cron text,
  time_zone text,
  payload jsonb not null,
  missed text not null,
  overlap text not null,
  retries integer not null,
  state text not null,
  next_run_at timestamptz,
  -- Goes up whenever the task is armed or disarmed; a message with another version is out of date.
  version bigint not null,
  last_run_id uuid,
  -- When it was last asked to run by hand; the next one who asks gets a later time, so that no two are the same.
  last_asked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tasks_have_one_schedule check (
    (run_at is not null and cron is null and time_zone is null)
    or (run_at is null and cron is not null and time_zone is not null)
  ),
  constraint tasks_have_a_known_state
    check (state in ('waiting', 'picked', 'running', 'paused', 'done', 'failed')),
  constraint tasks_that_wait_have_a_time check (state not in ('waiting', 'picked') or next_run_at is not null),
  constraint tasks_have_a_known_policy check (missed in ('once', 'skip') and overlap in ('refuse', 'allow')),
  constraint tasks_have_a_sane_number_of_retries check (retries between 0 and 100)
);

-- What pickers look through. Rows leave it when they are picked, so what is due is always at its front.
create index tasks_to_pick on tasks (next_run_at) where state = 'waiting';
-- For the forecast.
create index tasks_on_the_broker on tasks (next_run_at) where state = 'picked';

create table task_runs (
  id uuid primary key,
  task_id uuid not null references tasks on delete cascade,
  -- The time it was meant to start: that of the schedule, or when somebody asked for it.
  due_at timestamptz not null,
  by_hand boolean not null,
  -- 1 for the first start; counts starts after a failure and after an executor died.
  attempt integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text not null,
  error text,
  constraint task_runs_start_once unique (task_id, due_at, by_hand, attempt),
  constraint task_runs_have_a_known_outcome
    check (outcome in ('running', 'succeeded', 'failed', 'refused', 'lost')),
  constraint task_runs_that_ended_say_how check ((outcome = 'running') = (ended_at is null))
);

create index task_runs_by_task on task_runs (task_id, started_at, id);
create index task_runs_under_way on task_runs (task_id) where ended_at is null;
-- For the measured rate and for deleting old ones.
create index task_runs_by_end on task_runs (ended_at);

-- Says for messages that were delivered whether their tasks may run, and writes the starts down. One call is one
-- round trip and one commit for all of them. No task may be named twice in a call.
--
-- In this order: a lease that is over means that somebody else has the message or will get it; early is early; a
-- message of an older version is void, unless its run had begun and its executor died; then the policies. A run of
-- the same slot that never ended is the one whose executor died: it is lost, and this one takes over.
--
-- The rows are locked by a statement before the one that judges, which so sees all that was committed until then.
-- The settings keep every plan to index lookups, whatever the statistics of tables that grew a minute ago say.
create function start_task_runs(
  first_run_ids uuid[], later_run_ids uuid[], task_ids uuid[], versions bigint[], due_times timestamptz[],
  by_hands boolean[], are_retries boolean[], leased_until timestamptz[], missed_after interval
)
returns table (
  task_id uuid, run_id uuid, verdict text, kind text, payload jsonb, retries integer, cron text, time_zone text,
  overlap text, now timestamptz, attempt integer
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
begin
  perform from tasks where id = any (task_ids) order by id for no key update;
  return query
  with asked as (
    select * from unnest(
      first_run_ids, later_run_ids, task_ids, versions, due_times, by_hands, are_retries, leased_until
    ) as asked (first_run_id, later_run_id, task_id, version, due_at, by_hand, is_retry, visible_until)
  ),
  judged as (
    select
      asked.*, tasks.kind, tasks.payload, tasks.retries, tasks.cron, tasks.time_zone, tasks.overlap, moment.now,
      slot.attempts,
      case when slot.attempts = 0 then first_run_id else later_run_id end as run_id,
      case
        when moment.now >= visible_until then 'expired'
        when moment.now < asked.due_at then 'early'
        when slot.unfinished or by_hand then 'run'
        when is_retry and state = 'paused' then 'stale'
        when not is_retry and tasks.version <> asked.version then 'stale'
        when not is_retry and missed = 'skip' and moment.now > asked.due_at + missed_after then 'missed'
        else 'run'
      end as verdict
    from asked
    join tasks on tasks.id = asked.task_id
    cross join (select clock_timestamp() as now) moment
    cross join lateral (
      select coalesce(max(attempt), 0) as attempts, coalesce(bool_or(ended_at is null), false) as unfinished
      from task_runs
      where task_runs.task_id = asked.task_id and task_runs.due_at = asked.due_at
        and task_runs.by_hand = asked.by_hand
    ) slot
  ),
  verdicts as materialized (
    select
      judged.*,
      case
        when verdict = 'run' and overlap = 'refuse' and exists (
          select from task_runs other
          where other.task_id = judged.task_id and other.ended_at is null
            and (other.due_at, other.by_hand) <> (judged.due_at, judged.by_hand)
        ) then 'overlap'
        else verdict
      end as final
    from judged
  ),
  lost as (
    update task_runs
    set outcome = 'lost', ended_at = verdicts.now, error = 'its executor stopped before it had ended'
    from verdicts
    where final = 'run' and task_runs.ended_at is null and task_runs.task_id = verdicts.task_id
      and task_runs.due_at = verdicts.due_at and task_runs.by_hand = verdicts.by_hand
  ),
  started as (
    insert into task_runs (id, task_id, due_at, by_hand, attempt, started_at, outcome)
    select run_id, task_id, due_at, by_hand, attempts + 1, verdicts.now, 'running'
    from verdicts
    where final = 'run'
  ),
  noted as (
    update tasks
    set last_run_id = verdicts.run_id,
        state = case
          when state = 'picked' and tasks.version = verdicts.version and not by_hand then 'running'
          else state
        end,
        updated_at = verdicts.now
    from verdicts
    where final = 'run' and tasks.id = verdicts.task_id
  )
  select
    verdicts.task_id, verdicts.run_id, final, verdicts.kind, verdicts.payload, verdicts.retries, verdicts.cron,
    verdicts.time_zone, verdicts.overlap, verdicts.now, attempts + 1
  from verdicts;
end
$$;
