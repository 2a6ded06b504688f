import { createUser } from '../../src/accounts/index.ts';
import { accountsOf, type Installation } from '../../src/context.ts';

/** Creates accounts for this number of readers; returns their ids. */
export async function createReaders(installation: Installation, count: number): Promise<string[]> {
  const readers: string[] = [];
  while (readers.length < count) {
    const user = await createUser(installation.database, accountsOf(installation), {
      email: `reader-${readers.length}@readers.example`,
      displayName: 'Reader',
      passwordHash: null,
      roles: [],
      actor: { kind: 'console' },
    });
    if (!user) throw new Error('a reader of this name already exists');
    readers.push(user.id);
  }
  return readers;
}
