import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { reason } from '../../reasons.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { markConfirmed } from '../email-confirmation.ts';
import { lockProven } from '../proof.ts';
import { markProven } from '../sessions.ts';
import { completeSignIn, type SignedIn } from '../sign-in.ts';
import { createUser, findUserByEmail } from '../users.ts';
import { addIdentity, findIdentity, lockIdentity, markUsed } from './identities.ts';
import type { Profile, ProvenIdentity } from './person.ts';

/** A visitor returned: signs in the owner of the identity, or creates an account for a new identity. */
export function signInVisitor(
  context: AccountsContext,
  identity: ProvenIdentity,
  { profile, client }: { profile: Profile | null; client: ClientInfo },
): Promise<IntentOutcome> {
  return context.database.transaction(async tx => {
    await lockIdentity(tx, identity);
    const owner = await findIdentity(tx, identity);
    if (!owner) return signUp(tx, context, identity, profile, client);
    if (!owner.active) return refused(new Problem('invalid-credentials'), owner.userId);
    await markUsed(tx, context, identity);
    if (profile) await confirmSameAddress(tx, context, owner.userId, profile, client);
    const signedIn = await completeSignIn(tx, context, { userId: owner.userId, method: 'oidc', client });
    return { kind: 'signed-in', signedIn, isNew: false };
  });
}

/** The provider has verified an address that the account has, but that was not confirmed here. */
async function confirmSameAddress(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  { email }: Profile,
  client: ClientInfo,
): Promise<void> {
  const holder = await findUserByEmail(tx, email);
  if (holder?.id !== userId) return;
  await markConfirmed(tx, context, { userId, actor: { kind: 'user', id: userId }, method: 'oidc', client });
}

/**
 * An email address alone never links an identity to an existing account: anyone who controls addresses at the provider
 * could then take over any account here. The owner signs in first and links the two.
 */
async function signUp(
  tx: Transaction,
  context: AccountsContext,
  identity: ProvenIdentity,
  profile: Profile | null,
  client: ClientInfo,
): Promise<IntentOutcome> {
  if (profile === null) return refused(new Problem('forbidden', UNVERIFIED));
  const holder = await findUserByEmail(tx, profile.email);
  if (holder) return refused(new Problem('conflict', TAKEN), holder.id);
  if (context.config.signUp === 'closed') return refused(new Problem('sign-up-closed'));
  const user = await createUser(tx, context, {
    ...profile,
    isEmailConfirmed: true,
    passwordHash: null,
    actor: { kind: 'visitor' },
    client,
  });
  if (!user) return refused(new Problem('conflict', TAKEN));
  await addIdentity(tx, context, identity, { userId: user.id, client });
  const signedIn = await completeSignIn(tx, context, { userId: user.id, method: 'oidc', client });
  return { kind: 'signed-in', signedIn, isNew: true };
}

/** A signed-in person returned with an identity to link. */
export function linkIdentity(
  context: AccountsContext,
  identity: ProvenIdentity,
  { principal, client }: { principal: Principal; client: ClientInfo },
): Promise<IntentOutcome> {
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    await lockIdentity(tx, identity);
    const owner = await findIdentity(tx, identity);
    if (owner && owner.userId !== userId) return refused(new Problem('conflict', LINKED_ELSEWHERE), userId);
    if (!owner) await addIdentity(tx, context, identity, { userId, client });
    return { kind: 'linked' };
  });
}

/** A signed-in person returned to confirm their identity. */
export function confirmIdentity(
  context: AccountsContext,
  identity: ProvenIdentity,
  { principal, client }: { principal: Principal; client: ClientInfo },
): Promise<IntentOutcome> {
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

function refused(problem: Problem, userId?: string): IntentOutcome {
  return { kind: 'refused', problem, userId };
}

const UNVERIFIED = reason('provider-email-unverified');
const TAKEN = reason('provider-email-taken');
const LINKED_ELSEWHERE = reason('provider-linked-elsewhere');

/** The outcome of a callback. A refusal is a value rather than an exception, so that its audit entry commits. */
export type IntentOutcome =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly isNew: boolean }
  | { readonly kind: 'linked' }
  | { readonly kind: 'proven' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly userId: string | undefined };
