import { findUser, findUserByEmail } from '../../accounts/index.ts';
import { invalidInput } from '../../errors.ts';
import { listPublishers } from '../../ingest/sources/publishers.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { reason } from '../../reasons.ts';
import type { ActingPerson } from './audited.ts';
import { type SourceDeps, setPublisher } from './sources.ts';

/** SRC-6: the people who may submit articles to a source, oldest first. */
export async function namedPublishers(database: Queryable, sourceId: string): Promise<NamedPublisher[]> {
  const publishers = await listPublishers(database, sourceId);
  return Promise.all(
    publishers.map(async ({ userId, verifiedAt }) => {
      const user = await findUser(database, userId);
      return { userId, verifiedAt, name: user?.displayName ?? userId, email: user?.email ?? '' };
    }),
  );
}

export async function verifyByEmail(
  context: SourceDeps,
  by: ActingPerson,
  { sourceId, email }: { readonly sourceId: string; readonly email: string },
): Promise<void> {
  const user = await findUserByEmail(context.database, email);
  if (!user) throw invalidInput('/email', reason('publisher-unknown'));
  await setPublisher(context, by, { sourceId, userId: user.id, isVerified: true });
}

export interface NamedPublisher {
  readonly userId: string;
  readonly verifiedAt: Date;
  readonly name: string;
  readonly email: string;
}
