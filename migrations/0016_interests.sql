-- INT-1..INT-3: what each reader cares for, as bytes that src/signals/interests writes and reads. In them is the last event
-- of the log that they reflect.
create table interests (
  user_id uuid primary key references users on delete cascade,
  state bytea not null,
  updated_at timestamptz not null
);
