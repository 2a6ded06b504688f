-- People and what proves who they are (AUTH-1, AUTH-2). Secrets are never stored: passwords as argon2id
-- strings, session and token secrets and one-time links as SHA-256 of 256 random bits, which needs no salt.

create table users (
  id uuid primary key,
  -- Null only after erasure: the row stays as an anonymous mark that others' rows may point to.
  email text,
  display_name text not null,
  roles text[] not null default '{reader}',
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  disabled_at timestamptz,
  erased_at timestamptz,
  constraint users_roles_are_known
    check (roles <@ array['reader', 'publisher', 'moderator', 'operator'] and 'reader' = any (roles)),
  constraint users_keep_email_until_erased
    check ((email is null) = (erased_at is not null)),
  constraint users_email_has_a_sane_length check (length(email) between 3 and 254),
  constraint users_display_name_has_a_sane_length check (length(display_name) between 1 and 80)
);
create unique index users_one_per_email on users (lower(email));
create index users_newest_first on users (created_at desc, id desc);
create index users_by_start_of_email on users (lower(email) text_pattern_ops);
create index users_by_start_of_name on users (lower(display_name) text_pattern_ops);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret_hash bytea not null,
  -- The secret before the last rotation stays good for a moment: requests already on their way carry it.
  previous_secret_hash bytea,
  rotated_at timestamptz not null,
  -- Whether the new secret has come back. Until then the answer that carried it may have been lost, and the
  -- old one is no sign of theft.
  rotation_seen boolean not null default true,
  method text not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- When the person last proved who they are; some actions need that to be recent.
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_method_is_known check (method in ('password', 'passkey', 'oidc', 'link'))
);
create index sessions_of_a_user on sessions (user_id, id);
create index sessions_by_expiry on sessions (expires_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_name_has_a_sane_length check (length(name) between 1 and 80)
);
create unique index passkeys_one_per_credential on passkeys (credential_id);
create index passkeys_of_a_user on passkeys (user_id, id);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_of_a_user on identities (user_id);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  constraint api_tokens_name_has_a_sane_length check (length(name) between 1 and 80)
);
create unique index api_tokens_one_per_secret on api_tokens (secret_hash);
create index api_tokens_of_a_user on api_tokens (user_id, id);

-- Links that work once: to become the first operator, to choose a new password.
create table one_time_links (
  secret_hash bytea primary key,
  purpose text not null,
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint one_time_links_purpose_is_known check (purpose in ('first-operator', 'new-password')),
  constraint one_time_links_password_has_a_user check (purpose <> 'new-password' or user_id is not null)
);

-- What a sign-in in progress must bring back: WebAuthn challenges, OpenID Connect state. Deleted by use.
create table sign_in_challenges (
  id uuid primary key,
  purpose text not null,
  user_id uuid references users (id) on delete cascade,
  detail jsonb not null,
  expires_at timestamptz not null,
  constraint sign_in_challenges_purpose_is_known
    check (purpose in ('passkey-registration', 'passkey-sign-in', 'oidc'))
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);

-- Keys that sign service tokens. The private half is sealed with a key derived from the installation's
-- secret, so a copy of the database alone signs nothing.
create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  published_until timestamptz not null
);

-- AUTH-4: erasures asked for, so that one interrupted by a crash is taken up again and finished.
create table erasures (
  user_id uuid primary key references users (id),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  finished_at timestamptz
);
create index erasures_unfinished on erasures (requested_at) where finished_at is null;
