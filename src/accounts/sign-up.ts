import { Problem } from '../errors.ts';
import { audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { requireStrongPassword } from './password-strength.ts';
import { turnOf } from './passwords.ts';
import { createUser, requireEmail, requireName, type User } from './users.ts';

/**
 * Creates an account for a visitor. A taken address costs the same work: the same checks, one argon2id, one attempted
 * insert, one audit entry, one request for mail. Input errors are reported before any lookup of the account.
 */
export async function signUp(context: AccountsContext, input: SignUp): Promise<SignUpOutcome> {
  if (context.config.signUp === 'closed') throw new Problem('sign-up-closed');
  const email = requireEmail(input.email);
  const displayName = requireName(input.displayName);
  requireStrongPassword(input.password, { email, displayName, siteName: context.config.name });
  const passwordHash = await context.passwords.hash(input.password, turnOf(input.client, false));
  return context.database.transaction(async tx => {
    const actor = { kind: 'visitor' } as const;
    const { client } = input;
    const user = await createUser(tx, context, { email, displayName, passwordHash, actor, client });
    if (!user) await audit(tx, context, { actor, action: 'account.sign-up-refused', client });
    await context.mails?.request(tx, { kind: 'confirmation', userId: user?.id ?? null, client });
    return user ? { kind: 'created', user } : { kind: 'taken' };
  });
}

export interface SignUp {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
  readonly client: ClientInfo;
}

export type SignUpOutcome = { readonly kind: 'created'; readonly user: User } | { readonly kind: 'taken' };
