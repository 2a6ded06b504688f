-- SRC-6: who may submit articles to which source. Without an entry nobody may; operators make and remove them. They
-- go with the source, and with the account of the person.
create table source_publishers (
  source_id uuid not null references sources on delete cascade,
  user_id uuid not null references users on delete cascade,
  verified_at timestamptz not null,
  primary key (source_id, user_id)
);
create index source_publishers_of_a_user on source_publishers (user_id);
