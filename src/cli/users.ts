import {
  type AccountsContext,
  confirmEmailByOperator,
  createNewPasswordLink,
  createUser,
  disableUser,
  enableUser,
  findUserByEmail,
  listUsers,
  setRoles,
  type User,
} from '../accounts/index.ts';
import { resetSecondFactor } from '../accounts/second-factor/index.ts';
import { accountsOf } from '../context.ts';
import { isRole, ROLES, type Role } from '../model/principal.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { table } from './layout.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { type Output, printable } from './terminal.ts';

/** `broadsheet user`: checks its words before it opens the installation. */
export function changeUsers(invocation: UserInvocation, options: UserOptions): Promise<number> {
  const [name = '', ...words] = invocation.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new UsageError(`user has no action ${printable(name)}${didYouMean(name, Object.keys(ACTIONS))}`);
  const work = action(words, options);
  const { out } = invocation.terminal;
  return withInstallation(invocation.settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    // After a long pause, the partition for this month's audit log may be missing.
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    await work(accountsOf(installation), out);
    return 0;
  });
}

/** Each checks its words and returns the work to do. */
const ACTIONS: Readonly<Record<string, UserAction>> = {
  list: (words, options) => {
    requireWords(words, 'list');
    const limit = readLimit(options.limit);
    return (context, out) => showUsers(context, out, { ...options, limit });
  },
  create: (words, options) => {
    const [email = ''] = requireWords(words, 'create', 'EMAIL');
    const roles = readRoles(options.role ?? 'reader');
    return (context, out) => create(context, out, { email, roles, name: options['display-name'] });
  },
  role: words => {
    const [email = '', names = ''] = requireWords(words, 'role', 'EMAIL', 'ROLE,ROLE');
    const roles = readRoles(names);
    return async (context, out) => {
      const { id } = await find(context, email);
      printUser(out, await setRoles(context, { actor: CONSOLE, userId: id, roles }));
    };
  },
  disable: words => onOne(words, 'disable', disableUser),
  enable: words => onOne(words, 'enable', enableUser),
  confirm: words => onOne(words, 'confirm', confirmEmailByOperator),
  'reset-second-factor': words => {
    const [email = ''] = requireWords(words, 'reset-second-factor', 'EMAIL');
    return async (context, out) => {
      const user = await find(context, email);
      await resetSecondFactor(context, { actor: CONSOLE, userId: user.id });
      printUser(out, user);
    };
  },
  'password-link': words => {
    const [email = ''] = requireWords(words, 'password-link', 'EMAIL');
    return async (context, out) => showPasswordLink(context, out, await find(context, email));
  },
};

function onOne(words: readonly string[], name: string, change: typeof disableUser): UserWork {
  const [email = ''] = requireWords(words, name, 'EMAIL');
  return async (context, out) => {
    const { id } = await find(context, email);
    printUser(out, await change(context, { actor: CONSOLE, userId: id }));
  };
}

async function showUsers(
  context: AccountsContext,
  out: Output,
  { search, limit, json }: { search: string | undefined; limit: number; json: boolean },
): Promise<void> {
  const users = await listUsers(context, { limit: limit + 1, search });
  const shown = users.slice(0, limit);
  if (json) {
    out.write(`${JSON.stringify(shown, null, 2)}\n`);
    return;
  }
  out.write(table([['EMAIL', 'NAME', 'ROLES', 'SINCE', 'CONFIRMED', 'STATE'], ...shown.map(asRow)]));
  if (users.length > limit) out.write(`There are more; --limit ${limit * 10} shows ten times as many.\n`);
}

async function create(
  context: AccountsContext,
  out: Output,
  { email, roles, name }: { email: string; roles: readonly Role[]; name: string | undefined },
): Promise<void> {
  const displayName = name ?? email.split('@', 1)[0] ?? email;
  const created = await context.database.transaction(tx =>
    createUser(tx, context, { email, displayName, roles, passwordHash: null, actor: CONSOLE }),
  );
  if (!created) throw new CommandFailure(`${printable(email)} already has an account`);
  printUser(out, created);
  await showPasswordLink(context, out, created);
}

async function showPasswordLink(context: AccountsContext, out: Output, user: User): Promise<void> {
  const link = await createNewPasswordLink(context, { actor: CONSOLE, userId: user.id });
  const until = `${link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  out.write(`\n${context.origin}/new-password?code=${link.secret}\n\n`);
  out.write(
    `The person who opens it chooses the password of ${printable(user.email)}. It works once, until ${until}.\n`,
  );
}

async function find(context: AccountsContext, email: string): Promise<User> {
  const user = await findUserByEmail(context.database, email);
  if (!user) throw new CommandFailure(`there is no account with the address ${printable(email)}`);
  return user;
}

function printUser(out: Output, user: User): void {
  const state = user.disabledAt ? ', disabled' : '';
  out.write(`${printable(user.email)} (${printable(user.displayName)}): ${user.roles.join(', ')}${state}\n`);
}

function asRow({ email, emailConfirmedAt, displayName, roles, createdAt, disabledAt }: User): string[] {
  const since = createdAt.toISOString().slice(0, 10);
  return [
    printable(email),
    printable(displayName),
    roles.join(','),
    since,
    emailConfirmedAt ? 'yes' : 'no',
    disabledAt ? 'disabled' : 'active',
  ];
}

function requireWords(words: readonly string[], action: string, ...names: string[]): readonly string[] {
  if (words.length !== names.length)
    throw new UsageError(`usage: broadsheet user ${[action, ...names].join(' ')}`);
  return words;
}

function readRoles(text: string): Role[] {
  const names = text.split(',').map(name => name.trim());
  const faults = names
    .filter(name => !isRole(name))
    .map(name => `there is no role ${printable(name)}${didYouMean(name, ROLES)} (${ROLES.join(', ')})`);
  if (faults.length > 0) throw new UsageError(faults);
  return names.filter(isRole);
}

function readLimit(text = '100'): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--limit must be a whole number from 1');
  return Number(text);
}

const CONSOLE = { kind: 'console' } as const;

type UserInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;
type UserWork = (context: AccountsContext, out: Output) => Promise<void>;
type UserAction = (words: readonly string[], options: UserOptions) => UserWork;

interface UserOptions {
  readonly search: string | undefined;
  readonly limit: string | undefined;
  readonly json: boolean;
  readonly 'display-name': string | undefined;
  readonly role: string | undefined;
}
