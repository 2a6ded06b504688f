import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { sql } from '../platform/database/sql.ts';

/** AUTH-4: what accounts stores about people, in the order of erasure. The person's own row comes last of all, see `ACCOUNT_ROW`. */
export const ACCOUNTS_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'sessions',
    label: 'Sessions',
    describe: 'Where you are signed in, with browser and address.',
    export: userId => sql`
      select
        id, method, user_agent, address,
        created_at, last_used_at, proven_at, second_factor_at, rotated_at, expires_at
      from sessions
      where user_id = ${userId}
      order by created_at, id
    `,
    withheld: {
      user_id: 'It is you.',
      secret_hash: 'Part of the proof that a session is yours.',
      previous_secret_hash: 'Part of the proof that a session is yours.',
      rotation_seen: 'Whether your browser has received its newest secret.',
    },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'passkeys',
    label: 'Passkeys',
    describe: 'The passkeys you sign in with.',
    export: userId => sql`
      select id, name, transports, backed_up, counter, created_at, last_used_at
      from passkeys
      where user_id = ${userId}
      order by created_at, id
    `,
    withheld: {
      user_id: 'It is you.',
      credential_id: 'Only useful for signing in; your device has it.',
      public_key: 'Only useful for signing in; your device has its private half.',
    },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'identities',
    label: 'Connected sign-ins',
    describe: 'Accounts elsewhere that you use to sign in here.',
    export: userId => sql`
      select issuer, subject, created_at, last_used_at
      from identities
      where user_id = ${userId}
      order by created_at, issuer, subject
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'api_tokens',
    label: 'API tokens',
    describe: 'Tokens that you created for programs that act for you.',
    export: userId => sql`
      select id, name, scopes, created_at, last_used_at, expires_at
      from api_tokens
      where user_id = ${userId}
      order by created_at, id
    `,
    withheld: { user_id: 'It is you.', secret_hash: 'Part of the proof that a token is yours.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'one_time_links',
    label: 'One-time links',
    describe: 'Unused links created for you, such as to choose a new password.',
    export: userId => sql`
      select purpose, created_at, expires_at
      from one_time_links
      where user_id = ${userId}
      order by created_at
    `,
    withheld: { user_id: 'It is you.', secret_hash: 'Part of the proof that a link is genuine.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'mail_counts',
    label: 'Mail sent',
    describe: 'How many mails were sent to your address today and yesterday.',
    export: userId => sql`
      select kind, day, sent from mail_counts
      where address_hash = (select mail_box_hash(email) from users where id = ${userId})
      order by day, kind
    `,
    withheld: { address_hash: 'A hash of your address.' },
    erase: {
      keep: 'Counts mails to an address, which is stored as a hash, so that signing up again does not allow more of them. Deleted after two days.',
    },
  },
  {
    table: 'mail_stops',
    label: 'Stopped mail',
    describe: 'Whether you stopped all mail to your address.',
    export: userId => sql`
      select stopped_at from mail_stops
      where address_hash = (select mail_address_hash(email) from users where id = ${userId})
    `,
    withheld: { address_hash: 'A hash of your address.' },
    erase: {
      keep: 'Holds after your account is gone, so that no one can have you mailed by signing up with your address, which is stored as a hash.',
    },
  },
  {
    table: 'sign_in_challenges',
    label: 'Sign-ins in progress',
    describe: 'Sign-ins that you started minutes ago and have not finished.',
    export: userId => sql`
      select id, purpose, expires_at
      from sign_in_challenges
      where user_id = ${userId}
      order by id
    `,
    withheld: { user_id: 'It is you.', detail: 'Part of the proof that the sign-in is yours.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'recovery_codes',
    label: 'Recovery codes',
    describe: 'Unused codes for signing in without your authenticator app.',
    export: userId => sql`
      select count(*)::int4 as unused, min(created_at) as created_at
      from recovery_codes
      where user_id = ${userId}
      having count(*) > 0
    `,
    withheld: { user_id: 'It is you.', code_hash: 'Part of the proof that a code is yours.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'second_factors',
    label: 'Authenticator app',
    describe: 'Whether signing in asks for a code of your authenticator app.',
    export: userId => sql`
      select created_at, confirmed_at from second_factors where user_id = ${userId}
    `,
    withheld: {
      user_id: 'It is you.',
      sealed_secret: 'Your app has it, and no one else should.',
      last_step: 'The time of the last code, so that none counts twice.',
    },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'sign_in_places',
    label: 'Places of sign-ins',
    describe: 'Networks from which you have signed in during the last half year.',
    export: userId => sql`
      select network, last_used_at
      from sign_in_places
      where user_id = ${userId}
      order by last_used_at, network
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'audit_log',
    label: 'Security log',
    describe: 'Security-relevant actions by you or on your account.',
    export: userId => sql`
      select
        id, at, action, detail,
        case when actor_id = ${userId} then 'you' else actor_kind end as actor_kind,
        case when subject_id = ${userId} then 'you' else subject_kind end as subject_kind,
        case when actor_id = ${userId} or actor_kind = 'visitor' then network end as network
      from audit_log
      where actor_id = ${userId}
        or subject_id = ${userId}
        or subject_id in (
          select id::text from sessions where user_id = ${userId}
          union all select id::text from passkeys where user_id = ${userId}
          union all select id::text from api_tokens where user_id = ${userId}
        )
      order by at, id
    `,
    withheld: {
      actor_id: 'It is you, or another person.',
      subject_id: 'It is you, something of yours, or another person.',
      trace_id: 'Refers to technical logs that hold nothing about you.',
    },
    erase: {
      keep: 'The security log is append-only. It names people by an id alone, which leads to no one once your account is erased, and the network of a request instead of its address. Entries are dropped after two years.',
    },
  },
  {
    table: 'erasures',
    label: 'Erasure',
    describe: 'Whether you asked to be erased, and when it is done.',
    export: userId => sql`
      select requested_at, due_at, finished_at from erasures where user_id = ${userId}
    `,
    withheld: { user_id: 'It is you.' },
    erase: { keep: 'Shows that you were erased and when, by an id that leads to no one.' },
  },
];

/** AUTH-4: the person's own row. */
export const ACCOUNT_ROW: PersonalData = {
  table: 'users',
  label: 'Account',
  describe: 'Your account itself.',
  export: userId => sql`
      select
        id, email, email_confirmed_at, display_name, roles, password_hash is not null as has_password,
        created_at, updated_at, disabled_at, erased_at
      from users
      where id = ${userId}
    `,
  withheld: { password_hash: 'Part of the proof that you know your password.' },
  erase: {
    anonymise: (userId, at) => sql`
        update users
        set email = null, email_confirmed_at = null, display_name = 'Erased reader', roles = '{reader}', password_hash = null,
            updated_at = ${at}, erased_at = ${at}, disabled_at = coalesce(disabled_at, ${at})
        where id = ${userId} and erased_at is null
      `,
  },
};
