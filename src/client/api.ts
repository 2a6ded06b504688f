// Generated from docs/reference/openapi.json by `npm run generate`. Do not edit.

export type Problem = { type: string; title: string; status: number; detail?: string; code: "validation-failed" | "malformed-request" | "malformed-body" | "invalid-cursor" | "idempotency-key-invalid" | "not-signed-in" | "invalid-credentials" | "forbidden" | "cross-site-request" | "scope-missing" | "fresh-sign-in-required" | "sign-up-closed" | "not-found" | "source-not-found" | "article-not-found" | "starter-pack-not-found" | "queue-not-found" | "method-not-allowed" | "request-too-slow" | "conflict" | "receipt-expired" | "idempotency-key-in-use" | "link-used" | "precondition-failed" | "body-too-large" | "unsupported-media-type" | "idempotency-key-reused" | "address-unreadable" | "weak-password" | "unusable-passkey" | "too-many-requests" | "headers-too-large" | "internal" | "identity-provider-failed" | "database-away" | "overloaded" | "stopping" | "timed-out"; faults?: ({ in: "body" | "query" | "path" | "header"; at: string; message: string })[]; traceId?: string };

export type Instance = { name: string; version: string; demo: boolean; signUp: boolean; signInWith: (string)[] };

export type User = { id: string; email: string; displayName: string; roles: ("reader" | "publisher" | "moderator" | "operator")[]; hasPassword: boolean; createdAt: string; disabledAt: string | null };

export type Session = { id: string; method: string; userAgent: string; address: string; createdAt: string; lastUsedAt: string; expiresAt: string; current: boolean };

export type Passkey = { id: string; name: string; backedUp: boolean; createdAt: string; lastUsedAt: string | null };

export type Identity = { id: string; issuer: string; createdAt: string; lastUsedAt: string };

export type Token = { id: string; name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "publish:write" | "queues:manage" | "queues:use" | "service" | "sources:read" | "sources:write")[]; createdAt: string; lastUsedAt: string | null; expiresAt: string | null };

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

export type SourceSettings = { api?: { items: string; title: string; url: string; id?: string; summary?: string; body?: string; published?: string; authors?: string; categories?: string; image?: string; language?: string }; scrape?: { linkSelector: string | null } };

export type SourceSchedule = { nextCrawlAt: string | null; intervalSeconds: number | null; breaker: "closed" | "open" | "half-open"; failures: number; failingSince: string | null; lastError: string | null; lastStatus: number | null; lastFetchAt: string | null; lastSuccessAt: string | null; lastNewAt: string | null; articlesPerDay: number | null; movedTo: string | null };

export type Source = { id: string; name: string; url: string; kind: "feed" | "api" | "scrape" | "submit"; homePage: string | null; language: string | null; country: string | null; category: string | null; folder: string | null; credibility: number; intervalSeconds: number; priority: number; status: "active" | "paused" | "dead"; region: string; readsPages: boolean; settings: SourceSettings | null; hasHeaders: boolean; isDemo: boolean; createdAt: string; schedule: SourceSchedule | null };

export type NewSource = { url: string; kind?: "feed" | "api" | "scrape" | "submit"; name?: string; homePage?: string | null; language?: string | null; country?: string | null; category?: string | null; folder?: string | null; credibility?: number; intervalSeconds?: number; priority?: number; region?: string; readsPages?: boolean; settings?: SourceSettings; headers?: Record<string, unknown> };

export type SourceCandidate = { url: string; kind: "feed" | "scrape"; title: string | null; format: string; language: string | null; homePage: string | null; itemCount: number; sample: ({ title: string | null; url: string | null; publishedAt: string | null })[] };

export type ImportReport = { added: number; known: number; invalid: number; lines: ({ line: number; url: string; outcome: "added" | "known" | "invalid"; reason: string | null; sourceId: string | null })[] };

export type SourceProblem = { sourceId: string; name: string; url: string; kind: "broken" | "quiet" | "moved" | "gone" | "login" | "empty" | "certificate" | "not-a-feed"; since: string; detail: Record<string, unknown>; movedTo: string | null; lastError: string | null; remedies: ("take-over" | "discover" | "crawl" | "resume" | "pause" | "remove" | "dismiss")[] };

export type Fetch = { id: string; at: string; url: string; purpose: string; dueAt: string | null; status: number | null; outcome: string; error: string | null; wireBytes: number; bodyBytes: number; durationMs: number; found: number; stored: number; revised: number; archiveKey: string | null };

export type StarterPack = { id: string; title: string; country: string | null; topic: string | null; language: string; feeds: ({ name: string; url: string })[] };

export type ArticleSummary = { id: string; sourceId: string; url: string; title: string; summary: string; publishedAt: string; hasOwnDate: boolean; modifiedAt: string | null; storedAt: string; authors: (string)[]; categories: (string)[]; language: string | null; section: string | null; image: { url: string; width: number | null; height: number | null } | null; wordCount: number; origin: "feed" | "page" | "api" | "submit" };

export type Article = { id: string; sourceId: string; url: string; title: string; summary: string; publishedAt: string; hasOwnDate: boolean; modifiedAt: string | null; storedAt: string; authors: (string)[]; categories: (string)[]; language: string | null; section: string | null; image: { url: string; width: number | null; height: number | null } | null; wordCount: number; origin: "feed" | "page" | "api" | "submit"; bodyHtml: string; bodyText: string; revisionCount: number };

export type RevisionSummary = { id: string; seenAt: string; modifiedAt: string | null; title: string };

export type TextSegment = { kind: "same" | "added" | "removed"; text: string };

export type Revision = { id: string; articleId: string; seenAt: string; modifiedAt: string | null; title: string; summary: string; bodyHtml: string; bodyText: string; difference: { title: (TextSegment)[]; text: (TextSegment)[] } };

export interface Operations {
  /** What this installation is and offers */
  getInstance: { input: undefined; output: Instance };
  /** Remove the demo edition with all its sources and articles */
  removeDemo: { input: undefined; output: { sources: number } };
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
  createToken: { input: { body: { name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "publish:write" | "queues:manage" | "queues:use" | "service" | "sources:read" | "sources:write")[]; expiresAt?: string | null }; idempotencyKey?: string }; output: { token: Token; secret: string } };
  /** Revoke one of your API tokens */
  revokeToken: { input: { params: { id: string } }; output: undefined };
  /** Everything about you, as one archive */
  exportAccount: { input: undefined; output: Blob };
  /** Erase your account */
  eraseAccount: { input: undefined; output: { dueAt: string } };
  /** Get a short signed token to show to another service */
  createServiceToken: { input: { body: { audience: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "publish:write" | "queues:manage" | "queues:use" | "service" | "sources:read" | "sources:write")[] } }; output: { token: string; expiresAt: string } };
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
  listAudit: { input: { query?: { limit?: number; cursor?: string; actor?: string; action?: "account.created" | "account.disabled" | "account.enabled" | "account.erasure-finished" | "account.erasure-requested" | "account.export-made" | "account.first-operator" | "account.renamed" | "account.sign-up-refused" | "demo.removed" | "email.changed" | "identity.linked" | "identity.unlinked" | "link.created" | "log.dead-letter-retried" | "log.replayed" | "passkey.added" | "passkey.cloned" | "passkey.removed" | "passkey.renamed" | "password.changed" | "proof.failed" | "proof.renewed" | "publisher.refused" | "publisher.verified" | "queue.changed" | "queue.purged" | "queue.redriven" | "roles.changed" | "session.ended" | "session.secret-reused" | "session.signed-out" | "session.others-ended" | "sign-in.failed" | "sign-in.succeeded" | "signing-key.created" | "source.added" | "source.changed" | "source.imported" | "source.paused" | "source.problem-dismissed" | "source.readdressed" | "source.removed" | "source.resumed" | "source.visited" | "task.changed" | "task.created" | "task.paused" | "task.removed" | "task.resumed" | "task.run" | "token.created" | "token.revoked" } }; output: { items: (AuditEntry)[]; nextCursor: string | null } };
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
  /** Sources by name */
  listSources: { input: { query?: { limit?: number; cursor?: string; status?: "active" | "paused" | "dead"; kind?: "feed" | "api" | "scrape" | "submit"; search?: string; demo?: boolean } }; output: { items: (Source)[]; nextCursor: string | null } };
  /** Add sources, one or many: all of them or none */
  createSources: { input: { body: { sources: (NewSource)[] }; idempotencyKey?: string }; output: { sources: ({ id: string; url: string; isNew: boolean })[] } };
  /** What could be a source at an address, with a preview; nothing is saved */
  discoverSources: { input: { body: { url: string } }; output: { url: string; candidates: (SourceCandidate)[]; rejected: ({ url: string; reason: string })[]; isComplete: boolean } };
  /** Add the sources of an OPML list, with a report for every line */
  importSources: { input: { body: { opml: string }; idempotencyKey?: string }; output: ImportReport };
  /** All feeds as an OPML list, in their folders */
  exportSources: { input: undefined; output: Blob };
  /** The health inbox: what needs a person, the oldest first */
  listSourceProblems: { input: { query?: { limit?: number; cursor?: string } }; output: { items: (SourceProblem)[]; nextCursor: string | null } };
  /** One source, and for operators how it fares */
  getSource: { input: { params: { id: string } }; output: Source };
  /** Change what is set for a source */
  changeSource: { input: { params: { id: string }; body: { name?: string; homePage?: string | null; language?: string | null; country?: string | null; category?: string | null; folder?: string | null; credibility?: number; intervalSeconds?: number; priority?: number; region?: string; readsPages?: boolean; settings?: SourceSettings; headers?: Record<string, unknown> | null } }; output: Source };
  /** Remove a source, with or without its articles */
  removeSource: { input: { params: { id: string }; query?: { articles?: "keep" | "remove" } }; output: { removedArticles: number } };
  /** Stop visiting a source */
  pauseSource: { input: { params: { id: string } }; output: Source };
  /** Visit a source again that is paused or dead */
  resumeSource: { input: { params: { id: string } }; output: Source };
  /** Make a source due at once */
  crawlSource: { input: { params: { id: string } }; output: Source };
  /** Go on at the address where a source has moved to, or at another */
  takeOverAddress: { input: { params: { id: string }; body: { url?: string } }; output: Source };
  /** The last fetches of a source and its pages, newest first */
  listFetches: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (Fetch)[]; nextCursor: string | null } };
  /** Put a problem aside until it ends and comes again */
  dismissSourceProblem: { input: { params: { id: string; kind: "broken" | "quiet" | "moved" | "gone" | "login" | "empty" | "certificate" | "not-a-feed" } }; output: undefined };
  /** Lists of feeds to begin with, by country and topic */
  listStarterPacks: { input: undefined; output: { items: (StarterPack)[] } };
  /** Add the feeds of a starter pack */
  installStarterPack: { input: { params: { id: string } }; output: ImportReport };
  /** Who may submit articles to a source */
  listPublishers: { input: { params: { id: string } }; output: { items: ({ userId: string; verifiedAt: string })[] } };
  /** Let a person submit articles to a submit source */
  verifyPublisher: { input: { params: { id: string; user: string } }; output: undefined };
  /** Let a person no longer submit articles to a source */
  refusePublisher: { input: { params: { id: string; user: string } }; output: undefined };
  /** The sources that you may submit articles to */
  listPublishSources: { input: undefined; output: { items: ({ id: string; name: string })[] } };
  /** Submit articles to a source that you are verified for */
  publishArticles: { input: { body: { sourceId: string; articles: (Record<string, unknown>)[] }; idempotencyKey?: string }; output: { articles: ({ outcome: "new" | "known" | "revised" | "invalid"; articleId: string | null; reason: string | null })[] } };
  /** The articles of a source, newest first */
  listArticlesOfSource: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (ArticleSummary)[]; nextCursor: string | null } };
  /** An article as it was first seen */
  getArticle: { input: { params: { id: string } }; output: Article };
  /** The other texts that were later seen at the address of an article, in order */
  listRevisions: { input: { params: { id: string } }; output: { items: (RevisionSummary)[] } };
  /** One revision, and word by word what it changed */
  getRevision: { input: { params: { id: string; revision: string } }; output: Revision };
}

export const OPERATIONS = {
  getInstance: { method: 'GET', path: '/api/v1/instance' },
  removeDemo: { method: 'DELETE', path: '/api/v1/demo' },
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
  listSources: { method: 'GET', path: '/api/v1/sources' },
  createSources: { method: 'POST', path: '/api/v1/sources' },
  discoverSources: { method: 'POST', path: '/api/v1/sources/discover' },
  importSources: { method: 'POST', path: '/api/v1/sources/import' },
  exportSources: { method: 'GET', path: '/api/v1/sources/export' },
  listSourceProblems: { method: 'GET', path: '/api/v1/sources/problems' },
  getSource: { method: 'GET', path: '/api/v1/sources/{id}' },
  changeSource: { method: 'PATCH', path: '/api/v1/sources/{id}' },
  removeSource: { method: 'DELETE', path: '/api/v1/sources/{id}' },
  pauseSource: { method: 'POST', path: '/api/v1/sources/{id}/pause' },
  resumeSource: { method: 'POST', path: '/api/v1/sources/{id}/resume' },
  crawlSource: { method: 'POST', path: '/api/v1/sources/{id}/crawl' },
  takeOverAddress: { method: 'POST', path: '/api/v1/sources/{id}/take-over' },
  listFetches: { method: 'GET', path: '/api/v1/sources/{id}/fetches' },
  dismissSourceProblem: { method: 'POST', path: '/api/v1/sources/{id}/problems/{kind}/dismiss' },
  listStarterPacks: { method: 'GET', path: '/api/v1/starter-packs' },
  installStarterPack: { method: 'POST', path: '/api/v1/starter-packs/{id}/install' },
  listPublishers: { method: 'GET', path: '/api/v1/sources/{id}/publishers' },
  verifyPublisher: { method: 'PUT', path: '/api/v1/sources/{id}/publishers/{user}' },
  refusePublisher: { method: 'DELETE', path: '/api/v1/sources/{id}/publishers/{user}' },
  listPublishSources: { method: 'GET', path: '/api/v1/publish/sources' },
  publishArticles: { method: 'POST', path: '/api/v1/publish/articles' },
  listArticlesOfSource: { method: 'GET', path: '/api/v1/sources/{id}/articles' },
  getArticle: { method: 'GET', path: '/api/v1/articles/{id}' },
  listRevisions: { method: 'GET', path: '/api/v1/articles/{id}/revisions' },
  getRevision: { method: 'GET', path: '/api/v1/articles/{id}/revisions/{revision}' },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
