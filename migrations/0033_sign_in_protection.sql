-- What protects accounts: known places of sign-ins, limits that all web processes share, and a second factor.

-- Networks (IPv4 /24, IPv6 /48) from which a person has signed in. Sign-ins from there keep an allowance of their own
-- while strangers guess the password.
create table sign_in_places (
  user_id uuid not null references users (id) on delete cascade,
  network text not null,
  last_used_at timestamptz not null,
  primary key (user_id, network)
);
create index sign_in_places_by_age on sign_in_places (last_used_at);

-- Units taken from limits: slots of a sliding window, ascending, and the units taken in each. Keys are hashes. Not logged:
-- a crash of the database may empty it.
create unlogged table rate_limits (
  key bytea primary key,
  slots int8[] not null,
  units int4[] not null,
  expires_at timestamptz not null,
  constraint rate_limits_are_short check (cardinality(slots) <= 40 and cardinality(slots) = cardinality(units))
) with (fillfactor = 50);

-- A secret for one-time codes (TOTP), sealed with a key derived from the installation's secret. Unconfirmed until the
-- person has entered a code of it. No code counts twice: only steps after `last_step` do.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  last_step int8 not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);

-- Codes that work once in place of the second factor, as SHA-256 of 80 random bits.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- When the second factor was verified in a session; null also when none was asked for.
alter table sessions add column second_factor_at timestamptz;
