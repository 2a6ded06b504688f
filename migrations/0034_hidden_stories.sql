-- INT-1: stories that a reader hid. They are left out of every feed of the reader until they show them again.
create table hidden_stories (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  hidden_at timestamptz not null,
  primary key (user_id, story_id)
);
create index hidden_stories_newest_first on hidden_stories (user_id, hidden_at desc, story_id desc);
