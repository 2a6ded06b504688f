-- SRCH-9, SRCH-3: searches that readers keep, what answered them since, and words that mean the same.
--
--   saved_searches         a query with its filters, and how its owner wants to hear of what is new
--   saved_search_matches   each article that answered it, once
--   feed_tokens            addresses may also be of the matches of a saved search, and go with it
--   search_synonyms        sets of words and phrases that stand for one another in searches

-- Changes are numbered in the order in which they become visible (whoever changes holds a lock), so "greater than the
-- last one seen" misses none.
create sequence saved_search_versions;

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  query text not null,
  filters jsonb not null default '{}',
  paused_at timestamptz,
  -- soon: in minutes, several in one mail; daily: once a day.
  email text not null default 'none',
  emailed_at timestamptz,
  webhook_url text,
  -- Another number makes another secret.
  webhook_key integer not null default 1,
  -- Tries in a row that failed; after many of them nothing is sent until its owner sets the address again.
  webhook_failures integer not null default 0,
  webhook_error text,
  webhook_delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null,
  constraint saved_searches_have_a_known_email check (email in ('none', 'soon', 'daily'))
);
create index saved_searches_of_a_reader on saved_searches (user_id, created_at);
create index saved_searches_by_version on saved_searches (version);

create table saved_search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  article_id uuid not null,
  user_id uuid not null references users on delete cascade,
  matched_at timestamptz not null,
  -- Waits for the next mail.
  is_to_be_mailed boolean not null,
  constraint saved_search_matches_are_announced_once primary key (search_id, article_id)
);
create index saved_search_matches_newest_first on saved_search_matches (search_id, matched_at desc, article_id desc);
create index saved_search_matches_to_be_mailed on saved_search_matches (search_id) where is_to_be_mailed;
create index saved_search_matches_of_a_reader on saved_search_matches (user_id);
create index saved_search_matches_by_age on saved_search_matches (matched_at);

alter table feed_tokens add column saved_search_id uuid references saved_searches on delete cascade;
create index feed_tokens_of_a_saved_search on feed_tokens (saved_search_id) where saved_search_id is not null;

create table search_synonyms (
  id text primary key,
  words text[] not null,
  is_active boolean not null default true,
  note text not null default '',
  updated_at timestamptz not null,
  changed_by uuid,
  constraint search_synonyms_have_several_words check (cardinality(words) between 2 and 16)
);
