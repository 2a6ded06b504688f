-- EVT-1..RULE-4: what readers did, once it was judged, and what that adds up to.
--
--   (log) signals.accepted  by visitor, as it came, with address and browser, for as long as the log keeps its days
--   signal_rules            what is dropped, as rows that operators edit
--   signal_keys             reads and shares that were seen: one per (visitor, article, session) and per given id
--   signals                 every judged signal, with the rule that dropped it; nothing of address or browser
--   article_counts          sums of the valid ones, cut in shards so that a viral article is no hot row
--   signal_marks            how far a consumer has come in a partition: what is handed over again has no effect again
--   signal_checkpoints      what a consumer remembers of a partition, with the place in the log up to which

create table signal_rules (
  id text primary key,
  kind text not null,
  settings jsonb not null,
  is_active boolean not null,
  note text not null default '',
  updated_at timestamptz not null,
  changed_by uuid
);

-- By day of acceptance: a repetition comes within the day, or the next, and its first is in one of the two.
create table signal_keys (
  key uuid not null,
  at timestamptz not null,
  -- Of the log's event that brought it: whoever reads the log again knows the first from its repetitions.
  "offset" bigint not null,
  primary key (key, at)
) partition by range (at);

create table signals (
  at timestamptz not null,
  kind text not null,
  detail text not null,
  article_id uuid not null,
  visitor text not null,
  user_id uuid,
  seconds real not null,
  country text not null,
  dropped_by text
) partition by range (at);
create index signals_of_an_article on signals (article_id, at);
create index signals_of_a_user on signals (user_id, at) where user_id is not null;

create table article_counts (
  article_id uuid not null,
  shard smallint not null,
  views bigint not null default 0,
  reads bigint not null default 0,
  shares bigint not null default 0,
  saves bigint not null default 0,
  likes bigint not null default 0,
  dislikes bigint not null default 0,
  hides bigint not null default 0,
  primary key (article_id, shard)
) with (fillfactor = 70);

create table signal_marks (
  consumer text not null,
  partition smallint not null,
  done bigint not null,
  primary key (consumer, partition)
) with (fillfactor = 20);

create table signal_checkpoints (
  consumer text not null,
  partition smallint not null,
  position bigint not null,
  state bytea not null,
  at timestamptz not null,
  primary key (consumer, partition)
);
