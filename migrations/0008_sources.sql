-- SRC-1..SRC-9, SCHED-1..SCHED-5, FETCH-2, FETCH-5: where articles come from, when each place is visited next, and
-- what came of it.
--
-- A host is what is visited, because manners are owed to hosts: one request at a time, some time apart. Whoever
-- holds the lease of a host may ask it for what is due there, one after the other:
--
--   crawl_hosts  --claim (skip locked, lease, new token)-->  its due sources and waiting pages  --each committed with
--   the token--> released: claimable again when the pause is over and something is due
--
-- A worker that dies keeps its hosts until the lease is over; one that was paused finds its token out of date.

create table sources (
  id uuid primary key,
  name text not null,
  url text not null,
  kind text not null,
  home_page text,
  language text,
  country text,
  category text,
  folder text,
  credibility real not null default 0.5,
  -- What the operator wishes; the schedule adapts around it.
  interval_seconds integer not null default 900,
  priority smallint not null default 5,
  status text not null default 'active',
  region text not null default 'default',
  -- Whether pages of articles are read where the source itself gives only a summary.
  reads_pages boolean not null default true,
  -- By kind: selectors of a scrape source, pointers of an api source.
  settings jsonb not null default '{}',
  -- Request headers of an api source, encrypted with the installation's key.
  secrets bytea,
  is_demo boolean not null default false,
  added_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sources_have_one_address_each unique (url),
  constraint sources_have_a_known_kind check (kind in ('feed', 'api', 'scrape', 'submit')),
  constraint sources_have_a_known_status check (status in ('active', 'paused', 'dead')),
  constraint sources_have_a_sane_interval check (interval_seconds between 300 and 86400),
  constraint sources_have_a_sane_priority check (priority between 1 and 10),
  constraint sources_have_a_sane_credibility check (credibility between 0 and 1)
);
create index sources_by_name on sources (lower(name), id);

-- FETCH-2, FETCH-4: what is known of a host, and who visits it now.
create table crawl_hosts (
  -- Name and, where it is not the usual one, port.
  host text primary key,
  -- When the first of its sources or pages is due. Null: nothing to do.
  due_at timestamptz,
  -- The end of the lease while somebody visits it, of the pause afterwards.
  busy_until timestamptz,
  claimable_at timestamptz generated always as (
    case when due_at is null then null else greatest(due_at, busy_until) end
  ) stored,
  priority smallint not null default 5,
  lease_token bigint not null default 0,
  -- Between two requests; what robots.txt or an operator asked for, else the setting.
  delay_ms integer,
  -- 429 and 503 slow the whole host down.
  slowed_until timestamptz,
  failures integer not null default 0,
  robots_body text,
  robots_status integer,
  robots_until timestamptz,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index crawl_hosts_to_visit on crawl_hosts (priority desc, claimable_at) where claimable_at is not null;

-- One row per source: what changes with every fetch, apart from what the source is.
create table source_schedule (
  source_id uuid primary key references sources on delete cascade,
  host text not null references crawl_hosts,
  -- Null: not visited (paused, dead, or a kind that is not fetched).
  next_crawl_at timestamptz,
  priority smallint not null default 5,
  -- As it adapted; null before the first success.
  interval_seconds integer,
  failures integer not null default 0,
  failing_since timestamptz,
  last_error text,
  last_status integer,
  last_fetch_at timestamptz,
  last_success_at timestamptz,
  last_new_at timestamptz,
  -- Articles a day, smoothed: its habit.
  articles_per_day real,
  -- Validators as they came, byte for byte.
  etag bytea,
  last_modified bytea,
  content_hash bytea,
  -- Where permanent redirects led; the address of the source itself stays what was entered.
  moved_to text,
  -- SCHED-3: visited faster while it tells a breaking story.
  hurried_until timestamptz
) with (fillfactor = 70);
create index source_schedule_due_at_a_host on source_schedule (host, next_crawl_at) where next_crawl_at is not null;

-- Articles whose page is still to be read before they are stored: the feed gave only a summary.
create table crawl_pages (
  id uuid primary key,
  host text not null references crawl_hosts,
  source_id uuid not null references sources on delete cascade,
  url_hash uuid not null,
  url text not null,
  -- The item as the feed gave it.
  item jsonb not null,
  not_before timestamptz not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  constraint crawl_pages_wait_once unique (url_hash)
);
create index crawl_pages_of_a_host on crawl_pages (host, not_before);

-- FETCH-5: every attempt, idempotent by its id, a day at a time.
create table fetches (
  id uuid not null,
  at timestamptz not null,
  source_id uuid,
  host text not null,
  url text not null,
  purpose text not null,
  -- As it stood when the fetch began: never later than `at` (SCHED-2).
  due_at timestamptz,
  status smallint,
  outcome text not null,
  error text,
  wire_bytes integer not null default 0,
  body_bytes integer not null default 0,
  duration_ms integer not null default 0,
  content_hash bytea,
  archive_key text,
  found integer not null default 0,
  stored integer not null default 0,
  revised integer not null default 0,
  primary key (at, id),
  constraint fetches_have_a_known_purpose check (purpose in ('feed', 'api', 'list', 'page', 'push', 'robots')),
  constraint fetches_have_a_known_outcome
    check (outcome in ('changed', 'same', 'unchanged', 'moved', 'refused', 'failed', 'gone'))
) partition by range (at);
create index fetches_of_a_source on fetches (source_id, at desc, id desc);

-- SRC-8: what needs a person. Rows come and go with the state of the source; a dismissed one stays silent.
create table source_problems (
  source_id uuid not null references sources on delete cascade,
  kind text not null,
  since timestamptz not null,
  detail jsonb not null default '{}',
  dismissed_at timestamptz,
  told_at timestamptz,
  primary key (source_id, kind),
  constraint source_problems_have_a_known_kind
    check (kind in ('broken', 'quiet', 'moved', 'gone', 'login', 'empty', 'certificate', 'not-a-feed'))
);
create index source_problems_by_age on source_problems (since) where dismissed_at is null;

-- SRC-7: subscriptions at hubs.
create table websub_subscriptions (
  -- Also the secret part of the callback's address.
  id uuid primary key,
  source_id uuid not null references sources on delete cascade,
  hub text not null,
  topic text not null,
  secret bytea not null,
  state text not null,
  lease_until timestamptz,
  renew_at timestamptz,
  last_push_at timestamptz,
  failures integer not null default 0,
  created_at timestamptz not null,
  constraint websub_subscriptions_of_a_source unique (source_id, hub, topic),
  constraint websub_subscriptions_have_a_known_state check (state in ('asked', 'active', 'denied', 'ended'))
);
create index websub_subscriptions_to_renew on websub_subscriptions (renew_at) where state <> 'ended';

-- RUN-1: the demo edition, once it has been shown. Whoever removed it does not see it come back.
create table demo_edition (
  is_the_only_one boolean primary key default true,
  seed integer not null,
  began_at timestamptz not null,
  removed_at timestamptz,
  constraint demo_edition_is_one check (is_the_only_one)
);
