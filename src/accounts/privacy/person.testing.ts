import { randomBytes } from 'node:crypto';
import type { Principal } from '../../model/principal.ts';
import { sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';
import { createNewPasswordLink } from '../new-password.ts';
import { startAttempt } from '../oidc/attempts.ts';
import { SoftwareAuthenticator } from '../passkeys/authenticator.testing.ts';
import { addUser } from '../passkeys/context.testing.ts';
import { beginPasskeyRegistration, finishPasskeyRegistration } from '../passkeys/index.ts';
import { createSession } from '../sessions.ts';
import { refuseSignIn } from '../sign-in.ts';
import { createToken } from '../tokens.ts';
import type { User } from '../users.ts';

/**
 * A user with rows in every table. Two such users differ only in a mark, which is in
 * every text that they can choose.
 */
export async function makePerson(context: AccountsContext, details: PersonDetails = {}): Promise<TestPerson> {
  const mark = randomBytes(8).toString('hex');
  const client = { address: '192.0.2.77', userAgent: `Browser of ${mark}` };
  const email = `Ren\u00e9e.${mark}@reader.example`;
  const user = await addUser(context, email, {
    displayName: `Ren\u00e9e "${mark}" \\ O'Neill`,
    passwordHash: `$argon2id$${mark}`,
    roles: details.roles ?? [],
  });
  const session = await createSession(context.database, context, {
    userId: user.id,
    method: 'password',
    client,
  });
  const principal: Principal = {
    userId: user.id,
    roles: user.roles,
    credential: { kind: 'session', id: session.id, provenAt: context.clock.now() },
  };
  await addSubmitSource(context, user.id);
  await addStoryVisit(context, user.id);
  await addArticleRead(context, user.id);
  await addSearch(context, user.id, `about ${mark}`);
  await addFeedState(context, user.id);
  const authenticator = new SoftwareAuthenticator();
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const response = authenticator.create(options);
  const passkey = await finishPasskeyRegistration(
    context,
    principal,
    { challengeId, name: `Key of ${mark}`, response },
    client,
  );
  const { token } = await createToken(context, principal, {
    name: `Token of ${mark}`,
    scopes: ['account:read'],
    client,
    expiresAt: null,
  });
  const now = new Date(context.clock.now());
  const operator = { kind: 'user', id: details.operatorId ?? context.newId() } as const;
  await createNewPasswordLink(context, {
    actor: operator,
    userId: user.id,
    client: { ...client, address: '198.51.100.1' },
  });
  await context.database.execute(sql`
    insert into mail_counts (address_hash, kind, day, sent)
    values (mail_box_hash(${email}), 'news', ${now}::timestamptz::date, 3)
  `);
  await context.database.execute(sql`
    insert into mail_stops (address_hash, stopped_at) values (mail_address_hash(${email}), ${now})
  `);
  await startAttempt(context, { returnTo: `/people/${mark}`, intent: 'link', userId: user.id });
  await addSignInProtection(context, user.id);
  await context.database.execute(
    sql`insert into user_reach (user_id, reach, set_at) values (${user.id}, 12, ${now})`,
  );
  await context.database.execute(sql`
    insert into identities (issuer, subject, user_id, created_at, last_used_at)
    values ('https://id.example', ${`subject-${mark}`}, ${user.id}, ${now}, ${now})
  `);
  await context.database.execute(sql`
    insert into idempotency_keys (day, owner, key, request_hash, sealed_answer, created_at)
    values (${now}::timestamptz::date, ${`user ${user.id}`}, ${`key-${mark}`}, '\\x00', '\\x00', ${now})
  `);
  await refuseSignIn(context, { method: 'password', userId: user.id, client }).catch(() => undefined);
  return {
    user,
    email,
    mark,
    client,
    principal,
    passkeyId: passkey.id,
    tokenId: token.id,
    sessionId: session.id,
  };
}

async function addSignInProtection({ database, clock }: AccountsContext, userId: string): Promise<void> {
  const now = new Date(clock.now());
  await database.execute(sql`
    insert into sign_in_places (user_id, network, last_used_at) values (${userId}, '192.0.2.0/24', ${now})
  `);
  await database.execute(sql`
    insert into second_factors (user_id, sealed_secret, created_at) values (${userId}, '\\x00', ${now})
  `);
  await database.execute(sql`
    insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, '\\x00', ${now})
  `);
}

/** Adds a source to which the user can submit articles. */
async function addSubmitSource({ database, newId }: AccountsContext, userId: string): Promise<void> {
  const id = newId();
  await database.execute(sql`
    insert into sources (id, name, url, kind, created_at, updated_at)
    values (${id}, 'A paper', ${`https://${id}.example/`}, 'submit', now(), now())
  `);
  await database.execute(sql`
    insert into source_publishers (source_id, user_id, verified_at) values (${id}, ${userId}, now())
  `);
}

async function addStoryVisit({ database, newId }: AccountsContext, userId: string): Promise<void> {
  await database.execute(sql`
    insert into story_visits (user_id, story_id, seen_at, seen_articles) values (${userId}, ${newId()}, now(), 3)
  `);
}

async function addArticleRead({ database, newId, clock }: AccountsContext, userId: string): Promise<void> {
  await database.execute(sql`
    insert into signals (at, kind, detail, article_id, visitor, user_id, seconds, country)
    values (${new Date(clock.now())}, 'read', '', ${newId()}, ${userId}, ${userId}, 40, 'de')
  `);
  await database.execute(sql`
    insert into interests (user_id, state, updated_at) values (${userId}, '', ${new Date(clock.now())})
  `);
}

async function addSearch({ database, newId, clock }: AccountsContext, userId: string, query: string) {
  const at = new Date(clock.now());
  await database.execute(sql`
    insert into recent_searches (user_id, key, query, searched_at) values (${userId}, ${query}, ${query}, ${at})
  `);
  await database.execute(sql`
    insert into recent_search_repairs (user_id, change, at) values (${userId}, ${newId()}, ${at})
  `);
}

/** Rows in each table of feed settings and saved items. */
async function addFeedState({ database, newId, clock }: AccountsContext, userId: string): Promise<void> {
  const now = new Date(clock.now());
  const id = newId();
  for (const statement of [
    sql`insert into reader_settings (user_id, language, updated_at) values (${userId}, 'en', ${now})`,
    sql`
      insert into reader_stances (user_id, subject, id, stance, since)
      values (${userId}, 'topic', 'sport', 'follow', ${now})
    `,
    sql`insert into reader_muted_words (user_id, id, words, created_at) values (${userId}, ${id}, 'golf', ${now})`,
    sql`insert into hidden_stories (user_id, story_id, hidden_at) values (${userId}, ${id}, ${now})`,
    sql`insert into saved_stories (user_id, story_id, saved_at) values (${userId}, ${id}, ${now})`,
    sql`insert into read_batches (id, user_id, at, story_ids) values (${id}, ${userId}, ${now}, '{}')`,
    sql`
      insert into ranking_exposures (at, experiment_id, arm, user_id, feed, story_ids)
      values (${now}, 'fresher', 'control', ${userId}, 'for-you', '{}')
    `,
    sql`
      insert into feed_tokens (id, user_id, secret_hash, feed, created_at)
      values (${id}, ${userId}, '', 'for-you', ${now})
    `,
    sql`
      insert into digests (id, user_id, period, day, story_ids, made_at)
      values (${id}, ${userId}, 'daily', ${now}::date, '{}', ${now})
    `,
    sql`
      insert into saved_searches (id, user_id, name, query, created_at, updated_at, version)
      values (${id}, ${userId}, 'Storms', 'storm', ${now}, ${now}, nextval('saved_search_versions'))
    `,
    sql`
      insert into saved_search_matches (search_id, article_id, user_id, matched_at, is_to_be_mailed)
      values (${id}, ${id}, ${userId}, ${now}, true)
    `,
  ])
    await database.execute(statement);
}

interface PersonDetails {
  roles?: User['roles'];
  operatorId?: string;
}

export interface TestPerson {
  readonly user: User;
  readonly email: string;
  /** In every text of this user, and in no text of another. */
  readonly mark: string;
  readonly client: { address: string; userAgent: string };
  readonly principal: Principal;
  readonly passkeyId: string;
  readonly tokenId: string;
  readonly sessionId: string;
}
