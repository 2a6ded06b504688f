-- AUTH-8: mail only goes to confirmed addresses, a few times a day, and stops for good when its recipient says so.
-- SRCH-9: nothing is delivered to a webhook before its owner has returned a challenge.
--
--   users.email_confirmed_at   when the person proved that they receive mail at the address
--   mail_counts                mails to an address on a day; also counts for accounts that are gone
--   mail_stops                 addresses that get no mail; outlives the account, or signing up again would lift it
--   mailable_users             accounts that may get digests and alerts
--
-- An address is stored as a hash where it has to outlive the account. Digests, alerts, confirmations and resets are counted
-- apart, so that none can use up the allowance of another.

alter table users add column email_confirmed_at timestamptz;

-- Sign-ups with OpenID Connect had an address that the provider had verified. The audit log goes back two years.
update users set email_confirmed_at = created_at
where email is not null and created_at > now() - interval '2 years'
  and exists (
    select from identities
    where identities.user_id = users.id and identities.created_at < users.created_at + interval '1 second'
  )
  and not exists (
    select from audit_log where action = 'email.changed' and subject_kind = 'user' and subject_id = users.id::text
  );

create function mail_address_hash(address text) returns bytea
language sql immutable parallel safe return sha256(convert_to(lower(address), 'UTF8'));

-- name+tag@ reaches the mailbox of name@ at most providers, so both count together.
create function mail_box_hash(address text) returns bytea
language sql immutable parallel safe return mail_address_hash(regexp_replace(address, '\+[^@]*@', '@'));

create index users_by_mail_address on users (mail_address_hash(email));

create table mail_counts (
  address_hash bytea not null,
  kind text not null,
  day date not null,
  sent integer not null,
  primary key (address_hash, kind, day),
  constraint mail_counts_kind_is_known check (kind in ('news', 'confirmation', 'reset'))
);
create index mail_counts_by_day on mail_counts (day);

create table mail_stops (
  address_hash bytea primary key,
  stopped_at timestamptz not null
);

create view mailable_users as
select users.id as user_id, users.email
from users left join mail_stops on mail_stops.address_hash = mail_address_hash(users.email)
where users.email_confirmed_at is not null and users.disabled_at is null and users.erased_at is null
  and mail_stops.address_hash is null;

alter table one_time_links drop constraint one_time_links_purpose_is_known;
alter table one_time_links add constraint one_time_links_purpose_is_known
  check (purpose in ('first-operator', 'new-password', 'reset-password', 'confirm-email'));
alter table one_time_links drop constraint one_time_links_password_has_a_user;
alter table one_time_links add constraint one_time_links_have_a_user
  check (purpose = 'first-operator' or user_id is not null);

-- Null for addresses from before: they are challenged before their next delivery.
alter table saved_searches add column webhook_state text;
-- The number of the current challenge; an older one no longer counts.
alter table saved_searches add column webhook_challenge integer not null default 0;
alter table saved_searches add constraint saved_searches_have_a_known_webhook_state
  check (webhook_state in ('pending', 'confirmed', 'failed'));
