import { createUser } from '../../src/accounts/index.ts';
import { hashSecret, newApiToken } from '../../src/accounts/secrets.ts';
import { accountsOf, type Installation } from '../../src/context.ts';
import { systemRandom } from '../../src/lib/random.ts';
import type { Scope } from '../../src/model/principal.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createStoryFixtures } from '../../test/harness/story-fixtures.ts';
import type { FoundArticle } from '../../world/drive/news.ts';
import { DATA_CENTRES } from '../../world/readers/machines.ts';

/** Articles and readers, with rules that do not depend on the order of events. */
export async function seedInstallation(
  installation: Installation,
  people: number,
): Promise<SeededInstallation> {
  const { database } = installation;
  const at = new Date(installation.clock.now());
  const fixtures = await createStoryFixtures(database, at);
  const articles: FoundArticle[] = [];
  for (let number = 0; number < 40; number++) {
    const sourceId = await fixtures.source(`Paper ${number}`);
    const article = await fixtures.article(sourceId, `What happened in town ${number}`);
    const category = CATEGORIES[number % CATEGORIES.length] ?? 'world';
    const entities = [{ key: `mayor-${number % 7}`, name: `Mayor ${number % 7}`, kind: 'person' }];
    await fixtures.story([article], { category, entities });
    articles.push({
      id: article.id,
      category,
      publishedAt: article.publishedAt.getTime(),
      source: sourceId,
      isBreaking: number % 10 === 0,
    });
  }
  await setRules(installation);
  const readers = [];
  for (let number = 0; number < people; number++)
    readers.push(await person(installation, `reader-${number}`));
  const forwarder = await person(installation, 'forwarder', ['signals:forward']);
  return { articles, readers, forwarder };
}

async function setRules({ database }: Installation): Promise<void> {
  await database.execute(sql`
    insert into signal_rules (id, kind, settings, is_active, updated_at)
    select id, kind, settings::jsonb, true, now()
    from json_to_recordset(${JSON.stringify([
      { id: 'attention', kind: 'minimum-attention', settings: { seconds: 10 } },
      { id: 'repeats', kind: 'repeat-window', settings: { minutes: 30 } },
      { id: 'crawlers', kind: 'blocked-agents', settings: { fragments: ['bot'] } },
      { id: 'centres', kind: 'data-centres', settings: { ranges: DATA_CENTRES } },
    ])}::json) as rules (id text, kind text, settings json)
  `);
}

async function person(
  installation: Installation,
  name: string,
  scopes: readonly Scope[] = ['account:read', 'reading:write'],
): Promise<Reader> {
  const isOperator = scopes.includes('signals:forward');
  const user = await createUser(installation.database, accountsOf(installation), {
    email: `${name}@example.org`,
    displayName: name,
    passwordHash: null,
    roles: isOperator ? ['operator'] : [],
    actor: { kind: 'system' },
  });
  if (!user) throw new Error(`${name} already exists`);
  const token = newApiToken(systemRandom);
  await installation.database.execute(sql`
    insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at)
    values (${installation.newId()}, ${user.id}, 'a token', ${hashSecret(token)}, ${[...scopes]}::text[], now())
  `);
  return { userId: user.id, token };
}

const CATEGORIES = ['world', 'science', 'sports', 'business', 'health', 'politics'];

export interface Reader {
  readonly userId: string;
  readonly token: string;
}

export interface SeededInstallation {
  readonly articles: readonly FoundArticle[];
  readonly readers: readonly Reader[];
  readonly forwarder: Reader;
}
