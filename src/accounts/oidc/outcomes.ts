import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, Client } from '../context.ts';
import { lockProven } from '../proof.ts';
import { markProven } from '../sessions.ts';
import { completeSignIn, type SignedIn } from '../sign-in.ts';
import { createUser, findUserByEmail } from '../users.ts';
import { addIdentity, findIdentity, lockIdentity, markUsed } from './identities.ts';
import type { Profile, ProvenIdentity } from './person.ts';

/** A visitor came back: whoever the identity belongs to signs in; a new one gets an account of its own. */
export function enter(
  context: AccountsContext,
  identity: ProvenIdentity,
  { profile, client }: { profile: Profile | null; client: Client },
): Promise<Arrival> {
  return context.database.transaction(async tx => {
    await lockIdentity(tx, identity);
    const owner = await findIdentity(tx, identity);
    if (!owner) return signUp(tx, context, identity, profile, client);
    if (!owner.active) return refused(new Problem('invalid-credentials'), owner.userId);
    await markUsed(tx, context, identity);
    const signedIn = await completeSignIn(tx, context, { userId: owner.userId, method: 'oidc', client });
    return { kind: 'signed-in', signedIn, isNew: false };
  });
}

/**
 * An address alone never joins an identity to an account that is there already: whoever may write addresses
 * at the provider could then take over any account here. Its owner signs in first and links the two.
 */
async function signUp(
  tx: Transaction,
  context: AccountsContext,
  identity: ProvenIdentity,
  profile: Profile | null,
  client: Client,
): Promise<Arrival> {
  if (profile === null) return refused(new Problem('forbidden', UNVERIFIED));
  const holder = await findUserByEmail(tx, profile.email);
  if (holder) return refused(new Problem('conflict', TAKEN), holder.id);
  if (context.config.signUp === 'closed') return refused(new Problem('sign-up-closed'));
  const user = await createUser(tx, context, {
    ...profile,
    passwordHash: null,
    actor: { kind: 'visitor' },
    client,
  });
  if (!user) return refused(new Problem('conflict', TAKEN));
  await addIdentity(tx, context, identity, { userId: user.id, client });
  const signedIn = await completeSignIn(tx, context, { userId: user.id, method: 'oidc', client });
  return { kind: 'signed-in', signedIn, isNew: true };
}

/** Somebody signed in came back with an identity to have beside their other ways to sign in. */
export function link(
  context: AccountsContext,
  identity: ProvenIdentity,
  { principal, client }: { principal: Principal; client: Client },
): Promise<Arrival> {
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    await lockIdentity(tx, identity);
    const owner = await findIdentity(tx, identity);
    if (owner && owner.userId !== userId) return refused(new Problem('conflict', LINKED_ELSEWHERE), userId);
    if (!owner) await addIdentity(tx, context, identity, { userId, client });
    return { kind: 'linked' };
  });
}

/** Somebody signed in came back to show that it is still them. */
export function prove(
  context: AccountsContext,
  identity: ProvenIdentity,
  { principal, client }: { principal: Principal; client: Client },
): Promise<Arrival> {
  const { userId, credential } = principal;
  const actor = { kind: 'user', id: userId } as const;
  const subject = { kind: 'session', id: credential.id } as const;
  return context.database.transaction(async tx => {
    const owner = await findIdentity(tx, identity);
    const isOwn = owner?.userId === userId;
    await audit(tx, context, { actor, action: isOwn ? 'proof.renewed' : 'proof.failed', subject, client });
    if (!isOwn) return refused(new Problem('invalid-credentials'), userId);
    await markUsed(tx, context, identity);
    await markProven(tx, context, { userId, sessionId: credential.id });
    return { kind: 'proven' };
  });
}

function refused(problem: Problem, userId?: string): Arrival {
  return { kind: 'refused', problem, userId };
}

const UNVERIFIED =
  'The sign-in service has not verified an email address of yours, so no account can be made from it.';
const TAKEN =
  'There is an account with your email address already. Sign in to it first, then connect it in your account settings.';
const LINKED_ELSEWHERE = 'This sign-in is connected with another account here.';

/** What became of somebody who came back; a refusal is a value, so that what was audited stays. */
export type Arrival =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly isNew: boolean }
  | { readonly kind: 'linked' }
  | { readonly kind: 'proven' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly userId: string | undefined };
