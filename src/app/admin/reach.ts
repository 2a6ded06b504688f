import { audit, type ClientInfo, findUser } from '../../accounts/index.ts';
import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { readReaches, setReach } from '../../signals/reach/reach.ts';
import type { AuditDeps } from './audited.ts';

/** The reach of a user's shares. */
export async function reachOf({ database }: AuditDeps, userId: string): Promise<number> {
  if (!(await findUser(database, userId))) throw new Problem('not-found');
  return (await readReaches(database, [userId])).get(userId) ?? 1;
}

/** Writes an entry in the audit log. */
export async function changeReach(
  context: AuditDeps,
  { principal, client }: { readonly principal: Principal; readonly client: ClientInfo },
  { userId, reach }: { readonly userId: string; readonly reach: number },
): Promise<void> {
  await context.database.transaction(async tx => {
    if (!(await setReach(tx, { userId, reach, now: new Date(context.clock.now()) })))
      throw new Problem('not-found');
    await audit(tx, context, {
      actor: { kind: 'user', id: principal.userId },
      action: 'reach.changed',
      subject: { kind: 'user', id: userId },
      client,
      detail: { reach },
    });
  });
}
