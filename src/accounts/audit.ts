import type { Queryable } from '../platform/database/port.ts';
import { jsonb, nullable, type RowOf, row, text, timestamptz, uuid } from '../platform/database/rows.ts';
import { json, type Statement, sql } from '../platform/database/sql.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { networkOf } from './networks.ts';

/**
 * AUTH-5: every audited action and its description. An entry outlives the account, so it names people by id only, and
 * its detail never holds an address, a name or a secret.
 */
export const AUDIT_ACTIONS = {
  'account.created': 'An account was created',
  'account.disabled': 'An account was disabled and its sessions ended',
  'account.enabled': 'A disabled account was enabled again',
  'account.erasure-finished': 'All data about a person was erased or made anonymous',
  'account.erasure-requested': 'A person requested their erasure',
  'account.export-made': 'A person exported their data',
  'account.first-operator': 'A person became the first operator with the one-time link',
  'account.renamed': 'A person changed their display name',
  'account.sign-up-refused': 'A sign-up used an email address that has an account',
  'demo.removed': 'The demo edition was removed with all its articles',
  'email.changed': 'The email address of an account was changed',
  'email.confirmed': 'The email address of an account was confirmed',
  'identity.linked': 'An account was linked to an identity at the identity provider',
  'identity.unlinked': 'An account was unlinked from an identity at the identity provider',
  'link.created': 'A one-time link was created',
  'log.dead-letter-retried': 'A dead letter was handed to its group again',
  'log.replayed': 'A consumer group was set back to an earlier time',
  'mail.resumed': 'All mail to an address was allowed again',
  'mail.stopped': 'All mail to an address was stopped',
  'passkey.added': 'A passkey was added to an account',
  'passkey.cloned': 'The counter of a passkey went backwards, as that of a copy would',
  'passkey.removed': 'A passkey was removed from an account',
  'passkey.renamed': 'A passkey was renamed',
  'password.changed': 'A password was set or changed',
  'password.reset-requested': 'A link to reset the password was requested by mail',
  'proof.failed': 'A signed-in person failed to confirm their identity',
  'proof.renewed': 'A signed-in person confirmed their identity',
  'publisher.refused': 'A person may no longer submit articles to a source',
  'publisher.verified': 'A person may submit articles to a source',
  'queue.changed': 'The settings of a queue were changed',
  'queue.purged': 'The waiting messages of a queue were removed',
  'queue.redriven': 'Dead letters were moved back to their queue',
  'reach.changed': 'The reach of a person, which weights their shares, was set',
  'roles.changed': 'The roles of an account were changed',
  'second-factor.added': 'A person set up a second factor',
  'second-factor.codes-renewed': 'A person replaced their recovery codes',
  'second-factor.failed': 'A wrong or used code was entered as second factor',
  'second-factor.passed': 'A person signed in with their second factor',
  'second-factor.removed': 'A person turned their second factor off',
  'second-factor.reset': 'The second factor of an account was reset and its sessions ended',
  'session.ended': 'A session was ended early',
  'session.secret-reused':
    'A session secret came back after its replacement was in use: the session was ended',
  'session.signed-out': 'A person signed out',
  'session.others-ended': 'A person ended all of their other sessions',
  'sign-in.failed': 'A sign-in was refused',
  'sign-in.succeeded': 'A person signed in',
  'signing-key.created': 'A key for service tokens was created',
  'source.added': 'A source was added',
  'source.changed': 'The settings of a source were changed',
  'source.imported': 'A list of sources was imported',
  'source.paused': 'A source was paused',
  'source.problem-dismissed': 'A problem of a source was dismissed',
  'source.readdressed': 'The address of a source was changed',
  'source.removed': 'A source was removed, with or without its articles',
  'source.resumed': 'A source was resumed',
  'source.visited': 'A source was made due at once',
  'story.article-moved': 'An editor moved an article to another story',
  'story.changed': 'A story was pinned, unpinned, hidden or shown, or its headline was set or released',
  'ranking.changed': 'An operator changed a ranking',
  'ranking.experiment-begun': 'An operator started a ranking experiment',
  'ranking.experiment-ended': 'An operator ended a ranking experiment',
  'ranking.removed': 'An operator removed a ranking',
  'story.merged': 'An editor merged two stories',
  'story.split': 'An editor split articles off a story',
  'task.changed': 'The schedule or the policies of a task were changed',
  'task.created': 'A task was created',
  'task.paused': 'A task was paused',
  'task.removed': 'A task was removed',
  'task.resumed': 'A paused task was resumed',
  'task.run': 'A task was run by hand',
  'token.created': 'A personal API token was created',
  'token.revoked': 'A personal API token was revoked',
  'topic.added': 'A topic was added',
  'topic.changed': 'The name, position, keywords or state of a topic was changed',
  'topic.removed': 'A topic was removed, or retired because stories have it',
  'topic-rule.added': 'A topic rule was added',
  'topic-rule.changed': 'The weight of a topic rule was changed',
  'topic-rule.removed': 'A topic rule was removed',
  'signal-rule.added': 'A signal rule was added',
  'signal-rule.changed': 'A signal rule was changed, enabled or disabled',
  'signal-rule.removed': 'A signal rule was removed',
  'synonyms.added': 'Synonyms were added',
  'synonyms.changed': 'Synonyms were changed',
  'synonyms.removed': 'Synonyms were removed',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Writes one entry in the caller's transaction: the change and its record commit together. */
export async function audit(
  tx: Queryable,
  context: Pick<AccountsContext, 'clock' | 'newId' | 'telemetry'>,
  entry: NewAuditEntry,
): Promise<void> {
  const { actor, action, subject, client, detail } = entry;
  await tx.execute(sql`
    insert into audit_log
      (id, at, actor_kind, actor_id, action, subject_kind, subject_id, network, trace_id, detail)
    values (
      ${context.newId()}, ${new Date(context.clock.now())},
      ${actor.kind}, ${actor.kind === 'user' ? actor.id : null},
      ${action}, ${subject?.kind ?? null}, ${subject?.id ?? null},
      ${client ? networkOf(client.address) : null}, ${context.telemetry.traceId() ?? null},
      ${json(detail ?? {})}::jsonb
    )
  `);
}

/** Newest first. `before` is the last entry of the previous page. */
export function listAudit(
  context: Pick<AccountsContext, 'database'>,
  { before, limit, actorId, action }: AuditQuery,
): Promise<AuditEntry[]> {
  return context.database.many(
    AuditRow,
    sql`
      select id, at, actor_kind, actor_id, action, subject_kind, subject_id, network, trace_id, detail
      from audit_log
      where true
        ${when(before, ({ at, id }) => sql`and (at, id) < (${at}, ${id})`)}
        ${when(actorId, id => sql`and actor_id = ${id}`)}
        ${when(action, name => sql`and action = ${name}`)}
      order by at desc, id desc
      limit ${limit}
    `,
  );
}

function when<T>(value: T | undefined, clause: (value: T) => Statement): Statement {
  return value === undefined ? sql`` : clause(value);
}

const AuditRow = row({
  id: uuid,
  at: timestamptz,
  actor_kind: text,
  actor_id: nullable(uuid),
  action: text,
  subject_kind: nullable(text),
  subject_id: nullable(text),
  network: nullable(text),
  trace_id: nullable(text),
  detail: jsonb,
});

export type AuditEntry = RowOf<typeof AuditRow>;

export type Actor =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'visitor' | 'console' | 'system' };

export type SubjectKind =
  | 'user'
  | 'session'
  | 'token'
  | 'passkey'
  | 'identity'
  | 'signing-key'
  | 'queue'
  | 'task'
  | 'log-group'
  | 'dead-letter'
  | 'source'
  | 'story'
  | 'ranking'
  | 'topic'
  | 'topic-rule'
  | 'signal-rule'
  | 'synonyms';

export interface NewAuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly subject?: { readonly kind: SubjectKind; readonly id: string } | undefined;
  readonly client?: ClientInfo | undefined;
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

export interface AuditQuery {
  readonly before?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
}
