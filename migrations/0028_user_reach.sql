-- TREND-8: how many people somebody reaches when they share, as an operator knows it. Who is not in it reaches one.
create table user_reach (
  user_id uuid primary key references users (id) on delete cascade,
  reach integer not null constraint reach_is_more_than_their_own check (reach between 2 and 10000000),
  set_at timestamptz not null
);
