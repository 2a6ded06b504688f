-- TOPIC-1..5, COPY-1..3, STORY-1..7, BREAK-1..4: what articles are about, which of them are one text, and which tell
-- of one event.
--
--   articles.new        -> article_facts     language, topics, names, traces of the text: read off an article once
--   articles.described  -> story_articles    where each article belongs, decided by one writer for a language
--                          stories           what is shown of all of them together
--
-- An article without a row in article_facts was not read yet, one without a row in story_articles not placed yet;
-- that is what makes handling an event again change nothing.

-- The taxonomy. A dimension is a place in the topic vector of 128 and stays with its topic for ever.
create table topics (
  id text primary key,
  dimension smallint not null unique,
  name text not null,
  parent text references topics,
  -- Words and phrases in lower case; one with a tilde before it is a faint sign.
  keywords text[] not null,
  is_active boolean not null default true,
  updated_at timestamptz not null,
  constraint topics_are_a_dimension_each check (dimension between 0 and 127),
  constraint topics_have_two_levels check (parent is null or parent <> id)
);

create table topic_rules (
  id uuid primary key,
  keyword text not null,
  topic_id text not null references topics,
  -- 1 is as strong as a keyword of the taxonomy, below zero speaks against.
  weight double precision not null,
  added_by uuid,
  created_at timestamptz not null,
  constraint topic_rules_say_a_thing_once unique (keyword, topic_id),
  constraint topic_rules_have_a_sane_weight check (weight between -10 and 10)
);

create table article_facts (
  article_id uuid not null,
  stored_at timestamptz not null,
  source_id uuid not null,
  published_at timestamptz not null,
  language text not null,
  -- Null: the classifier was away; it is asked again.
  category text,
  category_confidence real,
  topics text[] not null,
  topic_confidences real[] not null,
  entities text[] not null,
  entity_mentions smallint[] not null,
  -- As src/stories/fingerprints and src/stories/clusters write them: with these the indexes are filled again.
  fingerprint bytea not null,
  features bytea not null,
  primary key (article_id, stored_at)
) partition by range (stored_at);
create index article_facts_to_label on article_facts (stored_at, article_id) where category is null;
create index article_facts_by_language on article_facts (language, stored_at, article_id);

create table entities (
  key text primary key,
  name text not null,
  kind text not null,
  articles bigint not null,
  last_seen_at timestamptz not null,
  constraint entities_are_of_a_known_kind check (kind in ('person', 'place', 'organisation', 'other'))
);

-- A name is looked for by any of its words, and by its beginning.
create index entities_by_word on entities using gin (string_to_array(key, '-'));
create index entities_by_beginning on entities (key collate "C");

-- The id is that of its first article: a story that was found again after everything was lost has the same.
create table stories (
  id uuid primary key,
  language text not null,
  headline text not null,
  lead text not null,
  -- STORY-6: what an editor wrote instead.
  editor_headline text,
  -- The article that headline and lead are from.
  lead_article_id uuid not null,
  image_url text,
  image_article_id uuid,
  category text,
  -- Best first, most mentioned first.
  topics text[] not null,
  entities text[] not null,
  first_seen_at timestamptz not null,
  updated_at timestamptz not null,
  article_count integer not null,
  -- Copies of one text count once.
  text_count integer not null,
  source_count integer not null,
  -- Nearest first.
  related uuid[] not null default '{}',
  is_hidden boolean not null default false,
  pinned_at timestamptz,
  -- BREAK-2: the last time that it was breaking; the end is null while it still is.
  breaking_since timestamptz,
  breaking_until timestamptz,
  breaking_because text,
  -- Articles a minute when it was last looked at.
  velocity real not null default 0,
  constraint stories_break_for_a_known_cause check (breaking_because in ('coverage', 'engagement'))
) with (fillfactor = 80);
create index stories_by_time on stories (updated_at desc, id desc) where not is_hidden;
create index stories_of_a_category on stories (category, updated_at desc, id desc) where not is_hidden;
create index stories_breaking on stories (breaking_since desc) where breaking_since is not null;
create index stories_pinned on stories (pinned_at desc) where pinned_at is not null;

-- STORY-1: the id of a story that became part of another leads there for ever, in one step.
create table story_redirects (
  from_id uuid primary key,
  into_id uuid not null,
  at timestamptz not null
);
create index story_redirects_into on story_redirects (into_id);

create table story_articles (
  article_id uuid primary key,
  stored_at timestamptz not null,
  story_id uuid not null,
  -- The id of the oldest article with this text.
  copy_group uuid not null,
  source_id uuid not null,
  published_at timestamptz not null,
  -- How near it stood to the story when it was placed.
  score real not null
);
create index story_articles_of_a_story on story_articles (story_id, published_at desc, article_id desc);
create index story_articles_of_a_copy_group on story_articles (copy_group);
create index story_articles_by_time on story_articles (stored_at, article_id);

create table story_sources (
  story_id uuid not null references stories on delete cascade,
  source_id uuid not null,
  articles integer not null,
  first_at timestamptz not null,
  primary key (story_id, source_id)
);

create table story_topics (
  story_id uuid not null references stories on delete cascade,
  topic_id text not null,
  -- Sum of the confidences of its articles.
  weight real not null,
  primary key (story_id, topic_id)
);
-- Ids of stories grow with time, so this is the newest story first.
create index story_topics_of_a_topic on story_topics (topic_id, story_id desc);

create table story_entities (
  story_id uuid not null references stories on delete cascade,
  entity_key text not null,
  -- Articles that name it.
  articles integer not null,
  primary key (story_id, entity_key)
);
create index story_entities_of_an_entity on story_entities (entity_key, story_id desc);

-- STORY-6: what editors decided and the desk never goes against.
--   pin     the article (subject) stays in the story    whole   the story is never parted by itself
--   ban     the article never goes to the story         apart   the two stories are never joined by themselves
create table story_rulings (
  kind text not null,
  subject uuid not null,
  story_id uuid not null,
  language text not null,
  ruled_by uuid,
  ruled_at timestamptz not null,
  primary key (kind, subject, story_id),
  constraint story_rulings_are_of_a_known_kind check (kind in ('pin', 'ban', 'apart', 'whole'))
);
create index story_rulings_of_a_language on story_rulings (language, ruled_at);

create table breaking_episodes (
  story_id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  because text not null,
  velocity real not null,
  primary key (story_id, began_at)
);

-- One row for each language: whoever decides takes the row first and leaves a new mark in the transaction. Who finds
-- another mark than their last one knows that it was rolled back, or that somebody else decides now, and fills their
-- indexes again.
create table story_desks (
  language text primary key,
  mark uuid not null
);

-- STORY-6: what editors want of a language's stories. The desk carries it out between two articles.
create table story_orders (
  id uuid primary key,
  language text not null,
  -- { kind: merge | split | move, ... }
  wish jsonb not null,
  ordered_by uuid,
  ordered_at timestamptz not null,
  done_at timestamptz,
  -- What came of it: the story that it led to, or why it could not be done.
  story_id uuid,
  refusal text
);
create index story_orders_to_do on story_orders (language, ordered_at) where done_at is null;

-- Articles that were taken out after they had been placed, until the desk has taken notice.
create table story_losses (
  article_id uuid primary key,
  story_id uuid not null,
  lost_at timestamptz not null
);

-- Whoever takes out articles need not know of stories. One trigger for a statement, where a foreign key would be a
-- check for every row that is written.
create function forget_articles() returns trigger language plpgsql as $$
begin
  delete from article_facts using gone
  where article_facts.article_id = gone.id and article_facts.stored_at = gone.stored_at;
  with lost as (
    delete from story_articles using gone where story_articles.article_id = gone.id
    returning story_articles.article_id, story_articles.story_id
  )
  insert into story_losses (article_id, story_id, lost_at)
  select article_id, story_id, now() from lost
  on conflict (article_id) do nothing;
  return null;
end
$$;
create trigger articles_that_are_gone
  after delete on articles referencing old table as gone
  for each statement execute function forget_articles();

-- STORY-7: how far a reader has followed a story.
create table story_visits (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  seen_at timestamptz not null,
  seen_articles integer not null,
  primary key (user_id, story_id)
);
create index story_visits_of_a_story on story_visits (story_id);
