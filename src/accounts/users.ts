import { invalidInput, Problem } from '../errors.ts';
import { isRole, type Role } from '../model/principal.ts';
import type { Queryable } from '../platform/database/port.ts';
import {
  bool,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../platform/database/rows.ts';
import { type Statement, sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import { type Actor, audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { normaliseEmail } from './email.ts';
import { cleanName } from './names.ts';

/** A person with an account. Erased people are no users and are never returned. */
export interface User {
  readonly id: string;
  readonly email: string;
  /** Null until the person has proved that they receive mail at the address. */
  readonly emailConfirmedAt: Date | null;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly hasPassword: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly disabledAt: Date | null;
}

/** Null when the email address already has an account. */
export async function createUser(
  tx: Queryable,
  context: AccountsContext,
  input: NewUser,
): Promise<User | null> {
  const now = new Date(context.clock.now());
  const roles = [...new Set<Role>(['reader', ...(input.roles ?? [])])];
  const created = await tx.maybe(
    UserRow,
    sql`
      insert into users (id, email, email_confirmed_at, display_name, roles, password_hash, created_at, updated_at)
      values (
        ${context.newId()}, ${requireEmail(input.email)}, ${input.isEmailConfirmed ? now : null},
        ${requireName(input.displayName)}, ${roles}::text[], ${input.passwordHash}, ${now}, ${now}
      )
      on conflict (lower(email)) do nothing
      returning ${USER_COLUMNS}
    `,
  );
  if (!created) return null;
  const user = toUser(created);
  const { actor, client } = input;
  await audit(tx, context, {
    actor,
    action: 'account.created',
    subject: { kind: 'user', id: user.id },
    client,
    detail: { roles },
  });
  return user;
}

export async function findUser(queryable: Queryable, id: string): Promise<User | null> {
  const found = await queryable.maybe(
    UserRow,
    sql`select ${USER_COLUMNS} from users where id = ${id} and erased_at is null`,
  );
  return found && toUser(found);
}

/** Accepts any spelling of the address; invalid text matches no user. */
export async function findUserByEmail(queryable: Queryable, email: string): Promise<User | null> {
  const normal = normaliseEmail(email);
  if (normal === null) return null;
  const found = await queryable.maybe(
    UserRow,
    sql`select ${USER_COLUMNS} from users where lower(email) = lower(${normal})`,
  );
  return found && toUser(found);
}

/** Newest first. `before` is the last user of the previous page, `search` a prefix of an address or name. */
export async function listUsers(
  context: Pick<AccountsContext, 'database'>,
  { before, limit, search }: UserQuery,
): Promise<User[]> {
  const rows = await context.database.many(
    UserRow,
    sql`
      select ${USER_COLUMNS}
      from users
      where erased_at is null
        ${before ? sql`and (created_at, id) < (${before.createdAt}, ${before.id})` : sql``}
        ${search ? startsWith(search) : sql``}
      order by created_at desc, id desc
      limit ${limit}
    `,
  );
  return rows.map(toUser);
}

function startsWith(search: string): Statement {
  const pattern = `${search.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
  return sql`and (lower(email) like lower(${pattern}) or lower(display_name) like lower(${pattern}))`;
}

export function requireEmail(text: string): string {
  const email = normaliseEmail(text);
  if (email === null) throw invalidInput('/email', reason('email-required'));
  return email;
}

export function requireName(text: string): string {
  const name = cleanName(text);
  if (name === null)
    throw invalidInput('/displayName', reason('visible-length-between', { min: 1, max: 80 }));
  return name;
}

/** Locks the person's row until the transaction ends, so that their credentials change one at a time. */
export async function lockUser(tx: Queryable, id: string): Promise<User> {
  const user = await findAndLockUser(tx, id);
  if (!user) throw new Problem('not-found');
  return user;
}

export async function findAndLockUser(tx: Queryable, id: string): Promise<User | null> {
  const found = await tx.maybe(
    UserRow,
    sql`select ${USER_COLUMNS} from users where id = ${id} and erased_at is null for no key update`,
  );
  return found && toUser(found);
}

export function toUser({ roles, ...rest }: RowOf<typeof UserRow>): User {
  return { ...rest, roles: roles.filter(isRole) };
}

export const UserRow = row({
  id: uuid,
  email: text,
  email_confirmed_at: nullable(timestamptz),
  display_name: text,
  roles: textArray,
  has_password: bool,
  created_at: timestamptz,
  updated_at: timestamptz,
  disabled_at: nullable(timestamptz),
});

export const USER_COLUMNS = sql`
  id, email, email_confirmed_at, display_name, roles, password_hash is not null as has_password,
  created_at, updated_at, disabled_at
`;

export interface NewUser {
  readonly email: string;
  /** True when someone else has verified the address, such as an identity provider. */
  readonly isEmailConfirmed?: boolean;
  readonly displayName: string;
  /** Null for a person who signs in by other means. */
  readonly passwordHash: string | null;
  /** In addition to `reader`, which every account has. */
  readonly roles?: readonly Role[];
  /** Who creates the account; a visitor who signs up is `{ kind: 'visitor' }`. */
  readonly actor: Actor;
  readonly client?: ClientInfo | undefined;
}

export interface UserQuery {
  readonly before?: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly limit: number;
  readonly search?: string | undefined;
}
