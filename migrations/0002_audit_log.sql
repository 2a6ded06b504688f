-- AUTH-5: security-relevant actions, append-only, by month. People are named by id only, so that erasing a
-- user leaves an entry that says what happened and no longer to whom.

create table audit_log (
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_kind text,
  subject_id text,
  -- The network the request came from (IPv4 /24, IPv6 /48): enough to see a pattern, not a person.
  network text,
  trace_id text,
  detail jsonb not null default '{}',
  primary key (at, id),
  constraint audit_log_actor_kind_is_known check (actor_kind in ('user', 'visitor', 'console', 'system'))
) partition by range (at);
create index audit_log_of_an_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_of_an_action on audit_log (action, at desc, id desc);
create index audit_log_of_a_subject on audit_log (subject_id, at desc, id desc);

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_rows_never_change before update or delete on audit_log
  for each row execute function refuse_change_of_audit_log();
create trigger audit_log_is_never_truncated before truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
