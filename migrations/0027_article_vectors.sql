-- SRCH-10: what articles mean, as vectors of a model that the operator set, so that a start does not ask for them again.

create table article_vectors (
  article_id uuid primary key,
  stored_at timestamptz not null,
  model text not null,
  -- Bytes from -127 to 127.
  vector bytea not null,
  -- In the order in which they were made, by one writer at a time: memories follow it.
  number bigint generated always as identity
);
create index article_vectors_in_order on article_vectors (model, number);
create index article_vectors_by_age on article_vectors (stored_at);
