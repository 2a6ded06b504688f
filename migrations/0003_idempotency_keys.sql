-- ALL-2: the answer that a request with an Idempotency-Key got, written in the transaction of its effect, by
-- day. A unique key on (owner, key) alone is not possible on a table partitioned by day, so a request takes
-- an advisory lock on (owner, key) and looks at today and yesterday before it inserts.

create table idempotency_keys (
  day date not null,
  owner text not null,
  key text not null,
  request_hash bytea not null,
  -- Sealed: an answer may hold a secret that is shown once.
  sealed_answer bytea not null,
  created_at timestamptz not null,
  primary key (day, owner, key),
  constraint idempotency_keys_have_a_sane_length check (length(key) between 1 and 255)
) partition by range (day);
