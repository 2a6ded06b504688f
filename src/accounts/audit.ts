import type { Queryable } from '../platform/database/port.ts';
import { jsonb, nullable, type RowOf, row, text, timestamptz, uuid } from '../platform/database/rows.ts';
import { json, type Statement, sql } from '../platform/database/sql.ts';
import type { AccountsContext, Client } from './context.ts';
import { networkOf } from './networks.ts';

/**
 * AUTH-5: every security-relevant action, with what it means. An entry names people by id only and its
 * detail never holds an address, a name or a secret: it outlives the person's account.
 */
export const AUDIT_ACTIONS = {
  'account.created': 'An account was created',
  'account.disabled': 'An account was disabled and its sessions ended',
  'account.enabled': 'A disabled account was enabled again',
  'account.erasure-finished': 'Everything about a person was erased or made anonymous',
  'account.erasure-requested': 'A person asked to be erased',
  'account.export-made': 'A person took a copy of everything about them',
  'account.first-operator': 'Somebody became the first operator through the one-time link',
  'account.renamed': 'A person changed their display name',
  'account.sign-up-refused': 'A sign-up used an email address that has an account',
  'demo.removed': 'The demo edition was removed with all its articles',
  'email.changed': 'The email address of an account was changed',
  'identity.linked': 'An account was connected with a person at the identity provider',
  'identity.unlinked': 'An account was parted from a person at the identity provider',
  'link.created': 'A one-time link was made',
  'log.dead-letter-retried': 'An event that had been put aside was handed to its group again',
  'log.replayed': 'A group of the log was set back to an earlier time',
  'passkey.added': 'A passkey was added to an account',
  'passkey.cloned': 'A passkey counted backwards, as a copied one would',
  'passkey.removed': 'A passkey was removed from an account',
  'passkey.renamed': 'A passkey was given another name',
  'password.changed': 'A password was chosen or changed',
  'proof.failed': 'Somebody signed in failed to prove again who they are',
  'proof.renewed': 'Somebody signed in proved again who they are',
  'publisher.refused': 'A person may no longer submit articles to a source',
  'publisher.verified': 'A person may submit articles to a source',
  'queue.changed': 'The settings of a queue were changed',
  'queue.purged': 'The waiting messages of a queue were removed',
  'queue.redriven': 'Messages that had been put aside were moved back to their queue',
  'reach.changed': 'How many people somebody reaches was set: what they share weighs by it',
  'roles.changed': 'The roles of an account were changed',
  'session.ended': 'A session was ended before its time',
  'session.secret-reused':
    'A session secret came back after its replacement was in use: the session was ended',
  'session.signed-out': 'A person signed out',
  'session.others-ended': 'A person ended all of their other sessions',
  'sign-in.failed': 'A sign-in was tried and refused',
  'sign-in.succeeded': 'A person signed in',
  'signing-key.created': 'A new key for service tokens was made',
  'source.added': 'A source was added',
  'source.changed': 'What is set for a source was changed',
  'source.imported': 'A list of sources was imported',
  'source.paused': 'A source was paused',
  'source.problem-dismissed': 'A problem of a source was put aside',
  'source.readdressed': 'A source was given another address',
  'source.removed': 'A source was removed, with or without its articles',
  'source.resumed': 'A source was put back into the schedule',
  'source.visited': 'A source was made due at once',
  'story.article-moved': 'An editor wanted an article in another story',
  'story.changed': 'The headline of a story was fixed, or it was pinned or hidden, or the contrary',
  'ranking.changed': 'An operator changed a way to rank feeds',
  'ranking.experiment-begun': 'An operator began to compare two ways to rank feeds',
  'ranking.experiment-ended': 'An operator ended the comparison of two ways to rank feeds',
  'ranking.removed': 'An operator removed a way to rank feeds',
  'story.merged': 'An editor wanted two stories to be one',
  'story.split': 'An editor wanted articles of a story to be a story of their own',
  'task.changed': 'The schedule or the policies of a task were changed',
  'task.created': 'A task was created',
  'task.paused': 'A task was paused',
  'task.removed': 'A task was removed',
  'task.resumed': 'A paused task was resumed',
  'task.run': 'A task was run by hand',
  'token.created': 'A personal API token was created',
  'token.revoked': 'A personal API token was revoked',
  'topic.added': 'A topic was added',
  'topic.changed': 'The name, the place, the keywords or the use of a topic was changed',
  'topic.removed': 'A topic was removed, or put out of use because stories have it',
  'topic-rule.added': 'A rule was added by which words speak for a topic or against it',
  'topic-rule.changed': 'The weight of a topic rule was changed',
  'topic-rule.removed': 'A topic rule was removed',
  'signal-rule.added': 'A rule was added by which signals do not count',
  'signal-rule.changed': 'The settings or the use of a signal rule were changed',
  'signal-rule.removed': 'A signal rule was removed',
  'synonyms.added': 'Words were declared to mean the same in searches',
  'synonyms.changed': 'Synonyms of searches were changed',
  'synonyms.removed': 'Synonyms of searches were removed',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Writes one entry in the caller's transaction: what happened and the record of it cannot part. */
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

/** Newest first. `before` is the last entry of the page above. */
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
  readonly client?: Client | undefined;
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

export interface AuditQuery {
  readonly before?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
}
