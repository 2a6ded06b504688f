-- FEED-1..FEED-14: what readers say about their feeds and keep, how feeds are ranked, and what came of trying it otherwise.
--
--   reader_settings      language, country, what costs, digest
--   reader_stances       what somebody follows, which sources they prefer and which they block
--   reader_muted_words   words and phrases, until a moment or for good
--   saved_stories        for later
--   read_batches         what was marked as read at once, so that it can be taken back
--   ranking_variants     weights and mixes of candidates, as data; what a variant leaves out is as in the standard
--   ranking_experiments  who gets which: readers are assigned by a hash, in the shadow B is ranked and A is shown
--   ranking_exposures    what was shown to whom by which variant
--   feed_tokens          addresses of private feeds, each of which can be taken back
--   digests              what was put together for whom

create table reader_settings (
  user_id uuid primary key references users on delete cascade,
  language text,
  country text,
  hides_paywalled boolean not null default false,
  digest text not null default 'none',
  updated_at timestamptz not null,
  constraint reader_settings_have_a_known_digest check (digest in ('none', 'daily', 'weekly'))
);
create index reader_settings_with_digest on reader_settings (digest, user_id) where digest <> 'none';

create table reader_stances (
  user_id uuid not null references users on delete cascade,
  subject text not null,
  id text not null,
  stance text not null,
  since timestamptz not null,
  primary key (user_id, subject, id),
  constraint reader_stances_are_on_something check (subject in ('topic', 'entity', 'source')),
  constraint reader_stances_are_known check (
    stance = 'follow' or (subject = 'source' and stance in ('prefer', 'block'))
  )
);

create table reader_muted_words (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  words text not null,
  -- Null for good.
  until timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id)
);

create table saved_stories (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  saved_at timestamptz not null,
  primary key (user_id, story_id)
);
create index saved_stories_newest_first on saved_stories (user_id, saved_at desc, story_id desc);
create index story_visits_newest_first on story_visits (user_id, seen_at desc, story_id desc);

create table read_batches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  story_ids uuid[] not null,
  undone_at timestamptz
);
create index read_batches_of_a_reader on read_batches (user_id, at desc);

create table ranking_variants (
  id text primary key,
  settings jsonb not null,
  note text not null default '',
  updated_at timestamptz not null,
  changed_by uuid
);

create table ranking_experiments (
  id text primary key,
  control text not null,
  variant text not null,
  -- Of the readers, how many are in it, from 0 to 1; half of them get the variant.
  share real not null,
  mode text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  changed_by uuid,
  constraint ranking_experiments_have_a_known_mode check (mode in ('live', 'shadow')),
  constraint ranking_experiments_have_a_sane_share check (share between 0 and 1)
);

create table ranking_exposures (
  at timestamptz not null,
  experiment_id text not null,
  arm text not null,
  user_id uuid,
  feed text not null,
  story_ids uuid[] not null,
  -- What the other arm would have shown.
  shadow_ids uuid[]
) partition by range (at);
create index ranking_exposures_of_an_experiment on ranking_exposures (experiment_id, at);
create index ranking_exposures_of_a_reader on ranking_exposures (user_id, at) where user_id is not null;

create table feed_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  secret_hash bytea not null,
  feed text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index feed_tokens_of_a_reader on feed_tokens (user_id, created_at);

create table digests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  period text not null,
  -- The day that it is of: one digest for a day, however often it is tried.
  day date not null,
  story_ids uuid[] not null,
  made_at timestamptz not null,
  sent_at timestamptz,
  failure text,
  constraint digests_are_made_once unique (user_id, period, day),
  constraint digests_have_a_known_period check (period in ('daily', 'weekly'))
);
