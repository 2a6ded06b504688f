import { createSession, createToken, createUser } from '../../src/accounts/index.ts';
import { accountsOf, openInstallation } from '../../src/context.ts';
import { testConfig } from '../../test/harness/config.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';

/** A database with one user and one token, created by the program's functions. */
export async function prepareCaller(
  ctx: BenchmarkContext,
  data: string,
): Promise<{ databaseUrl: string; token: string }> {
  const databaseUrl = await (await ctx.postgres()).createDatabase('http');
  const installation = await openInstallation(
    testConfig({ 'database-url': databaseUrl, data, 'log-level': 'error' }),
  );
  try {
    const accounts = accountsOf(installation);
    const person = {
      email: 'bench@example.org',
      displayName: 'Bench',
      passwordHash: null,
      actor: { kind: 'system' },
    } as const;
    const user = await createUser(installation.database, accounts, person);
    if (!user) throw new Error('the benchmark user already exists');
    const client = { address: '127.0.0.1', userAgent: 'benchmark' };
    const session = await createSession(installation.database, accounts, {
      userId: user.id,
      method: 'link',
      client,
    });
    const credential = { kind: 'session', id: session.id, provenAt: installation.clock.now() } as const;
    const { secret } = await createToken(
      accounts,
      { userId: user.id, roles: user.roles, credential },
      {
        name: 'bench',
        scopes: ['account:read'],
        expiresAt: null,
        client,
      },
    );
    return { databaseUrl, token: secret };
  } finally {
    await installation.close();
  }
}
