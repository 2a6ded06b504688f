// Generated from docs/reference/openapi.json by `npm run generate`. Do not edit.

export type Problem = { type: string; title: string; status: number; detail?: string; code: "validation-failed" | "malformed-request" | "malformed-body" | "invalid-cursor" | "idempotency-key-invalid" | "not-signed-in" | "invalid-credentials" | "forbidden" | "cross-site-request" | "scope-missing" | "fresh-sign-in-required" | "sign-up-closed" | "not-found" | "source-not-found" | "queue-not-found" | "method-not-allowed" | "request-too-slow" | "conflict" | "receipt-expired" | "idempotency-key-in-use" | "link-used" | "precondition-failed" | "body-too-large" | "unsupported-media-type" | "idempotency-key-reused" | "weak-password" | "unusable-passkey" | "too-many-requests" | "headers-too-large" | "internal" | "identity-provider-failed" | "database-away" | "overloaded" | "stopping" | "timed-out"; faults?: ({ in: "body" | "query" | "path" | "header"; at: string; message: string })[]; traceId?: string };

export type Instance = { name: string; version: string; demo: boolean; signUp: boolean; signInWith: (string)[] };

export type User = { id: string; email: string; displayName: string; roles: ("reader" | "publisher" | "moderator" | "operator")[]; hasPassword: boolean; createdAt: string; disabledAt: string | null };

export type Session = { id: string; method: string; userAgent: string; address: string; createdAt: string; lastUsedAt: string; expiresAt: string; current: boolean };

export type Passkey = { id: string; name: string; backedUp: boolean; createdAt: string; lastUsedAt: string | null };

export type Identity = { id: string; issuer: string; createdAt: string; lastUsedAt: string };

export type Token = { id: string; name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "queues:manage" | "queues:use" | "service")[]; createdAt: string; lastUsedAt: string | null; expiresAt: string | null };

export type AuditEntry = { id: string; at: string; actorKind: string; actorId: string | null; action: string; subjectKind: string | null; subjectId: string | null; network: string | null; traceId: string | null; detail: Record<string, unknown> };

export type NewMessage = { body: unknown; delaySeconds?: number; dueAt?: string; group?: string; dedupKey?: string };

export type Delivery = { id: string; body: unknown; receipt: string; receives: number; group: string | null; publishedAt: string; visibleUntil: string };

export type QueueSettings = { visibility: number; maxReceives: number; deadLetterQueue: string; paused: boolean };

export type Queue = { name: string; settings: QueueSettings; pending: number; delayed: number; inFlight: number; stuck: number; oldestPendingAt: string | null; publishedLastMinute: number };

export type PeekedMessage = { id: string; body: unknown; group: string | null; publishedAt: string; dueAt: string | null; receives: number; lastError: string | null };

export type TaskRun = { id: string; taskId: string; dueAt: string; startedAt: string; endedAt: string | null; outcome: "running" | "succeeded" | "failed" | "refused" | "lost"; error: string | null; attempt: number; byHand: boolean };

export type Task = { id: string; name: string | null; kind: string; schedule: { at: string } | { cron: string; timeZone: string }; payload: unknown; missed: "once" | "skip"; overlap: "refuse" | "allow"; retries: number; state: "waiting" | "picked" | "running" | "paused" | "done" | "failed"; nextRunAt: string | null; lastRun: TaskRun | null; createdAt: string };

export type TaskForecast = { minutes: ({ at: string; due: number })[]; executorRatePerMinute: number | null };

export type LogStream = { name: string; partitions: number; retentionDays: number; events: number; oldestAt: string | null };

export type LogGroup = { group: string; stream: string; partition: number; position: number; end: number; lag: number; owner: string | null; failures: number };

export type LogDeadLetter = { id: string; group: string; stream: string; partition: number; offset: number; key: string; data: unknown; at: string; error: string; failedAt: string; attempts: number };

export interface Operations {
  /** What this installation is and offers */
  getInstance: { input: undefined; output: Instance };
  /** Create an account */
  createAccount: { input: { body: { email: string; password: string; displayName: string } }; output: { message: string } };
  /** Sign in with email and password */
  signIn: { input: { body: { email: string; password: string } }; output: User };
  /** Sign out */
  signOut: { input: undefined; output: undefined };
  /** Begin to sign in by passkey */
  beginPasskeySignIn: { input: undefined; output: { challengeId: string; options: Record<string, unknown> } };
  /** Sign in by passkey */
  signInWithPasskey: { input: { body: { challengeId: string; response: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string } } } }; output: User };
  /** Your account */
  getAccount: { input: undefined; output: User };
  /** Change your display name */
  updateAccount: { input: { body: { displayName: string } }; output: User };
  /** Change your email address */
  changeEmail: { input: { body: { email: string } }; output: User };
  /** Choose a new password */
  changePassword: { input: { body: { current?: string; next: string; revokeTokens?: boolean } }; output: undefined };
  /** Prove again who you are, by password */
  proveWithPassword: { input: { body: { password: string } }; output: undefined };
  /** Begin to prove who you are by passkey */
  beginPasskeyProof: { input: undefined; output: { challengeId: string; options: Record<string, unknown> } };
  /** Prove again who you are, by passkey */
  proveWithPasskey: { input: { body: { challengeId: string; response: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string } } } }; output: undefined };
  /** Where you are signed in */
  listSessions: { input: undefined; output: { items: (Session)[] } };
  /** Sign out everywhere else */
  endOtherSessions: { input: undefined; output: { ended: number } };
  /** End one of your sessions */
  endSession: { input: { params: { id: string } }; output: undefined };
  /** Your passkeys */
  listPasskeys: { input: undefined; output: { items: (Passkey)[] } };
  /** Add a passkey */
  addPasskey: { input: { body: { challengeId: string; name: string; response: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; attestationObject: string; transports?: (string)[] } } } }; output: Passkey };
  /** Begin to add a passkey */
  beginPasskeyRegistration: { input: undefined; output: { challengeId: string; options: Record<string, unknown> } };
  /** Give a passkey another name */
  renamePasskey: { input: { params: { id: string }; body: { name: string } }; output: Passkey };
  /** Remove a passkey */
  removePasskey: { input: { params: { id: string } }; output: undefined };
  /** Accounts elsewhere that you sign in with */
  listIdentities: { input: undefined; output: { items: (Identity)[] } };
  /** Part your account from one elsewhere */
  unlinkIdentity: { input: { params: { id: string } }; output: undefined };
  /** Your API tokens */
  listTokens: { input: undefined; output: { items: (Token)[] } };
  /** Create an API token */
  createToken: { input: { body: { name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "queues:manage" | "queues:use" | "service")[]; expiresAt?: string | null }; idempotencyKey?: string }; output: { token: Token; secret: string } };
  /** Revoke one of your API tokens */
  revokeToken: { input: { params: { id: string } }; output: undefined };
  /** Everything about you, as one archive */
  exportAccount: { input: undefined; output: Blob };
  /** Erase your account */
  eraseAccount: { input: undefined; output: { dueAt: string } };
  /** Get a short signed token to show to another service */
  createServiceToken: { input: { body: { audience: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "queues:manage" | "queues:use" | "service")[] } }; output: { token: string; expiresAt: string } };
  /** The public keys that service tokens are signed with */
  getSigningKeys: { input: undefined; output: { keys: (Record<string, unknown>)[] } };
  /** Everybody with an account, newest first */
  listUsers: { input: { query?: { limit?: number; cursor?: string; search?: string } }; output: { items: (User)[]; nextCursor: string | null } };
  /** One user */
  getUser: { input: { params: { id: string } }; output: User };
  /** Change a user's roles, or disable and enable them */
  updateUser: { input: { params: { id: string }; body: { roles?: ("reader" | "publisher" | "moderator" | "operator")[]; disabled?: boolean } }; output: User };
  /** Make a link with which a user chooses a new password */
  createPasswordLink: { input: { params: { id: string } }; output: { url: string; expiresAt: string } };
  /** The audit log, newest first */
  listAudit: { input: { query?: { limit?: number; cursor?: string; actor?: string; action?: "account.created" | "account.disabled" | "account.enabled" | "account.erasure-finished" | "account.erasure-requested" | "account.export-made" | "account.first-operator" | "account.renamed" | "account.sign-up-refused" | "email.changed" | "identity.linked" | "identity.unlinked" | "link.created" | "log.dead-letter-retried" | "log.replayed" | "passkey.added" | "passkey.cloned" | "passkey.removed" | "passkey.renamed" | "password.changed" | "proof.failed" | "proof.renewed" | "queue.changed" | "queue.purged" | "queue.redriven" | "roles.changed" | "session.ended" | "session.secret-reused" | "session.signed-out" | "session.others-ended" | "sign-in.failed" | "sign-in.succeeded" | "signing-key.created" | "task.changed" | "task.created" | "task.paused" | "task.removed" | "task.resumed" | "task.run" | "token.created" | "token.revoked" } }; output: { items: (AuditEntry)[]; nextCursor: string | null } };
  /** Publish messages to a queue, all of them or none */
  publishMessages: { input: { params: { queue: string }; body: { messages: (NewMessage)[] }; idempotencyKey?: string }; output: { messages: ({ id: string; isNew: boolean })[] } };
  /** Receive messages of a queue, waiting for them if there are none */
  receiveMessages: { input: { params: { queue: string }; query?: { n?: number; wait?: number; visibility?: number } }; output: { messages: (Delivery)[] } };
  /** Finish a message: its work is done */
  deleteMessage: { input: { params: { queue: string; receipt: string } }; output: undefined };
  /** Keep a message for longer */
  extendMessage: { input: { params: { queue: string; receipt: string }; body: { visibility: number } }; output: undefined };
  /** Give a message back before its time */
  releaseMessage: { input: { params: { queue: string; receipt: string }; body: { delaySeconds?: number; error?: string } }; output: undefined };
  /** Put a message aside now, into the dead-letter queue */
  deadLetterMessage: { input: { params: { queue: string; receipt: string }; body: { error: string } }; output: undefined };
  /** Every queue with what waits in it, by name */
  listQueues: { input: { query?: { limit?: number; cursor?: string } }; output: { items: (Queue)[]; nextCursor: string | null } };
  /** One queue with what waits in it */
  getQueue: { input: { params: { queue: string } }; output: Queue };
  /** Make a queue, or change its settings */
  putQueue: { input: { params: { queue: string }; body: { visibility?: number; maxReceives?: number; deadLetterQueue?: string | null; paused?: boolean } }; output: QueueSettings };
  /** Messages that wait, oldest first, without taking them */
  peekQueue: { input: { params: { queue: string }; query?: { limit?: number; cursor?: string } }; output: { items: (PeekedMessage)[]; nextCursor: string | null } };
  /** Messages of a queue that were put aside, oldest first, without taking them */
  listQueueDeadLetters: { input: { params: { queue: string }; query?: { limit?: number; cursor?: string } }; output: { items: (PeekedMessage)[]; nextCursor: string | null } };
  /** Remove every message that is not in flight */
  purgeQueue: { input: { params: { queue: string } }; output: { purged: number } };
  /** Move dead letters back to the queue they came from */
  redriveQueue: { input: { params: { queue: string }; body: { ids?: (string)[]; most?: number } }; output: { redriven: number } };
  /** Every task with its next and its last run */
  listTasks: { input: { query?: { limit?: number; cursor?: string; state?: "waiting" | "picked" | "running" | "paused" | "done" | "failed"; kind?: string } }; output: { items: (Task)[]; nextCursor: string | null } };
  /** Create a task */
  createTask: { input: { body: { name?: string; kind: string; schedule: { at: string } | { cron: string; timeZone: string }; payload?: unknown; missed?: "once" | "skip"; overlap?: "refuse" | "allow"; retries?: number }; idempotencyKey?: string }; output: Task };
  /** Tasks due in each of the next ten minutes, and how many the executors manage */
  forecastTasks: { input: undefined; output: TaskForecast };
  /** One task */
  getTask: { input: { params: { id: string } }; output: Task };
  /** Change the schedule, payload or policies of a task */
  updateTask: { input: { params: { id: string }; body: { schedule?: { at: string } | { cron: string; timeZone: string }; payload?: unknown; missed?: "once" | "skip"; overlap?: "refuse" | "allow"; retries?: number } }; output: Task };
  /** Remove a task */
  deleteTask: { input: { params: { id: string } }; output: undefined };
  /** Pause a task: it is not run until it is resumed */
  pauseTask: { input: { params: { id: string } }; output: Task };
  /** Resume a paused task */
  resumeTask: { input: { params: { id: string } }; output: Task };
  /** Run a task now, beside its schedule */
  runTask: { input: { params: { id: string } }; output: { runId: string } };
  /** The runs of a task, newest first */
  listTaskRuns: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (TaskRun)[]; nextCursor: string | null } };
  /** The streams of the log */
  listLogStreams: { input: undefined; output: { items: (LogStream)[] } };
  /** How far every consumer group has come in every partition */
  listLogGroups: { input: undefined; output: { items: (LogGroup)[] } };
  /** Set a group back to an earlier time, or forward to a later one */
  replayLogGroup: { input: { params: { group: string }; body: { from: string } }; output: undefined };
  /** Events that failed too often and were put aside, newest first */
  listLogDeadLetters: { input: { query?: { limit?: number; cursor?: string; group?: string } }; output: { items: (LogDeadLetter)[]; nextCursor: string | null } };
  /** One event that was put aside */
  getLogDeadLetter: { input: { params: { id: string } }; output: LogDeadLetter };
  /** Hand an event that was put aside to its group again */
  retryLogDeadLetter: { input: { params: { id: string } }; output: { handled: boolean } };
}

export const OPERATIONS = {
  getInstance: { method: 'GET', path: '/api/v1/instance' },
  createAccount: { method: 'POST', path: '/api/v1/accounts' },
  signIn: { method: 'POST', path: '/api/v1/sessions' },
  signOut: { method: 'DELETE', path: '/api/v1/sessions/current' },
  beginPasskeySignIn: { method: 'POST', path: '/api/v1/sessions/passkey/options' },
  signInWithPasskey: { method: 'POST', path: '/api/v1/sessions/passkey' },
  getAccount: { method: 'GET', path: '/api/v1/account' },
  updateAccount: { method: 'PATCH', path: '/api/v1/account' },
  changeEmail: { method: 'PUT', path: '/api/v1/account/email' },
  changePassword: { method: 'PUT', path: '/api/v1/account/password' },
  proveWithPassword: { method: 'POST', path: '/api/v1/account/proof' },
  beginPasskeyProof: { method: 'POST', path: '/api/v1/account/proof/passkey/options' },
  proveWithPasskey: { method: 'POST', path: '/api/v1/account/proof/passkey' },
  listSessions: { method: 'GET', path: '/api/v1/account/sessions' },
  endOtherSessions: { method: 'DELETE', path: '/api/v1/account/sessions' },
  endSession: { method: 'DELETE', path: '/api/v1/account/sessions/{id}' },
  listPasskeys: { method: 'GET', path: '/api/v1/account/passkeys' },
  addPasskey: { method: 'POST', path: '/api/v1/account/passkeys' },
  beginPasskeyRegistration: { method: 'POST', path: '/api/v1/account/passkeys/options' },
  renamePasskey: { method: 'PATCH', path: '/api/v1/account/passkeys/{id}' },
  removePasskey: { method: 'DELETE', path: '/api/v1/account/passkeys/{id}' },
  listIdentities: { method: 'GET', path: '/api/v1/account/identities' },
  unlinkIdentity: { method: 'DELETE', path: '/api/v1/account/identities/{id}' },
  listTokens: { method: 'GET', path: '/api/v1/account/tokens' },
  createToken: { method: 'POST', path: '/api/v1/account/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/v1/account/tokens/{id}' },
  exportAccount: { method: 'GET', path: '/api/v1/account/export' },
  eraseAccount: { method: 'POST', path: '/api/v1/account/erasure' },
  createServiceToken: { method: 'POST', path: '/api/v1/service-tokens' },
  getSigningKeys: { method: 'GET', path: '/.well-known/jwks.json' },
  listUsers: { method: 'GET', path: '/api/v1/users' },
  getUser: { method: 'GET', path: '/api/v1/users/{id}' },
  updateUser: { method: 'PATCH', path: '/api/v1/users/{id}' },
  createPasswordLink: { method: 'POST', path: '/api/v1/users/{id}/password-link' },
  listAudit: { method: 'GET', path: '/api/v1/audit' },
  publishMessages: { method: 'PUT', path: '/api/v1/queues/{queue}/messages' },
  receiveMessages: { method: 'GET', path: '/api/v1/queues/{queue}/messages' },
  deleteMessage: { method: 'DELETE', path: '/api/v1/queues/{queue}/messages/{receipt}' },
  extendMessage: { method: 'POST', path: '/api/v1/queues/{queue}/messages/{receipt}/extend' },
  releaseMessage: { method: 'POST', path: '/api/v1/queues/{queue}/messages/{receipt}/release' },
  deadLetterMessage: { method: 'POST', path: '/api/v1/queues/{queue}/messages/{receipt}/dead-letter' },
  listQueues: { method: 'GET', path: '/api/v1/queues' },
  getQueue: { method: 'GET', path: '/api/v1/queues/{queue}' },
  putQueue: { method: 'PUT', path: '/api/v1/queues/{queue}' },
  peekQueue: { method: 'GET', path: '/api/v1/queues/{queue}/peek' },
  listQueueDeadLetters: { method: 'GET', path: '/api/v1/queues/{queue}/dead-letters' },
  purgeQueue: { method: 'POST', path: '/api/v1/queues/{queue}/purge' },
  redriveQueue: { method: 'POST', path: '/api/v1/queues/{queue}/redrive' },
  listTasks: { method: 'GET', path: '/api/v1/tasks' },
  createTask: { method: 'POST', path: '/api/v1/tasks' },
  forecastTasks: { method: 'GET', path: '/api/v1/tasks/forecast' },
  getTask: { method: 'GET', path: '/api/v1/tasks/{id}' },
  updateTask: { method: 'PATCH', path: '/api/v1/tasks/{id}' },
  deleteTask: { method: 'DELETE', path: '/api/v1/tasks/{id}' },
  pauseTask: { method: 'POST', path: '/api/v1/tasks/{id}/pause' },
  resumeTask: { method: 'POST', path: '/api/v1/tasks/{id}/resume' },
  runTask: { method: 'POST', path: '/api/v1/tasks/{id}/run' },
  listTaskRuns: { method: 'GET', path: '/api/v1/tasks/{id}/runs' },
  listLogStreams: { method: 'GET', path: '/api/v1/log/streams' },
  listLogGroups: { method: 'GET', path: '/api/v1/log/groups' },
  replayLogGroup: { method: 'POST', path: '/api/v1/log/groups/{group}/replay' },
  listLogDeadLetters: { method: 'GET', path: '/api/v1/log/dead-letters' },
  getLogDeadLetter: { method: 'GET', path: '/api/v1/log/dead-letters/{id}' },
  retryLogDeadLetter: { method: 'POST', path: '/api/v1/log/dead-letters/{id}/retry' },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
