// Generated from docs/reference/openapi.json by `npm run generate`. Do not edit.

export type Problem = { type: string; title: string; status: number; detail?: string; code: "validation-failed" | "malformed-request" | "malformed-body" | "invalid-cursor" | "idempotency-key-invalid" | "not-signed-in" | "invalid-credentials" | "forbidden" | "cross-site-request" | "scope-missing" | "second-factor-required" | "fresh-sign-in-required" | "sign-up-closed" | "not-found" | "source-not-found" | "article-not-found" | "story-not-found" | "topic-not-found" | "topic-rule-not-found" | "signal-rule-not-found" | "synonyms-not-found" | "saved-search-not-found" | "entity-not-found" | "starter-pack-not-found" | "queue-not-found" | "method-not-allowed" | "request-too-slow" | "conflict" | "receipt-expired" | "idempotency-key-in-use" | "link-used" | "precondition-failed" | "body-too-large" | "unsupported-media-type" | "misdirected-request" | "idempotency-key-reused" | "address-unreadable" | "weak-password" | "unusable-passkey" | "too-many-requests" | "headers-too-large" | "internal" | "identity-provider-failed" | "database-away" | "database-not-writable" | "search-unavailable" | "overloaded" | "stopping" | "timed-out"; faults?: ({ in: "body" | "query" | "path" | "header"; at: string; message: string })[]; traceId?: string };

export type Instance = { name: string; version: string; demo: boolean; signUp: boolean; signInWith: (string)[] };

export type User = { id: string; email: string; emailConfirmedAt: string | null; displayName: string; roles: ("reader" | "publisher" | "moderator" | "operator")[]; hasPassword: boolean; createdAt: string; disabledAt: string | null };

export type AccountMail = { emailConfirmedAt: string | null; stoppedAt: string | null };

export type Session = { id: string; method: string; userAgent: string; address: string; createdAt: string; lastUsedAt: string; expiresAt: string; current: boolean };

export type Passkey = { id: string; name: string; backedUp: boolean; createdAt: string; lastUsedAt: string | null };

export type Identity = { id: string; issuer: string; createdAt: string; lastUsedAt: string };

export type Token = { id: string; name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "publish:write" | "queues:manage" | "queues:use" | "reading:read" | "reading:write" | "service" | "signals:forward" | "sources:read" | "sources:write" | "stories:edit")[]; createdAt: string; lastUsedAt: string | null; expiresAt: string | null };

export type Reach = { reach: number };

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

export type NamedTopic = { id: string; name: string };

export type NamedEntity = { key: string; name: string; kind: "person" | "place" | "organisation" | "other" };

export type Article = { id: string; sourceId: string; url: string; title: string; summary: string; publishedAt: string; hasOwnDate: boolean; modifiedAt: string | null; storedAt: string; authors: (string)[]; categories: (string)[]; language: string | null; section: string | null; image: { url: string; width: number | null; height: number | null } | null; wordCount: number; origin: "feed" | "page" | "api" | "submit"; bodyHtml: string; bodyText: string; revisionCount: number; storyId: string | null; detectedLanguage: string | null; topics: (NamedTopic)[]; entities: (NamedEntity)[]; copies: (string)[] };

export type RevisionSummary = { id: string; seenAt: string; modifiedAt: string | null; title: string };

export type TextSegment = { kind: "same" | "added" | "removed"; text: string };

export type Revision = { id: string; articleId: string; seenAt: string; modifiedAt: string | null; title: string; summary: string; bodyHtml: string; bodyText: string; difference: { title: (TextSegment)[]; text: (TextSegment)[] } };

export type ArticleCounts = { views: number; reads: number; shares: number; saves: number; likes: number; dislikes: number };

export type Breaking = { isNow: boolean; since: string; until: string | null; because: "coverage" | "engagement"; velocity: number };

export type StorySummary = { id: string; language: string; headline: string; lead: string; leadSource: string | null; image: string | null; category: string | null; topics: (string)[]; entities: (string)[]; firstSeenAt: string; updatedAt: string; articleCount: number; textCount: number; sourceCount: number; isPinned: boolean; breaking: Breaking | null };

export type SpreadShare = { name: string | null; sourceCount: number };

export type Spread = { countries: (SpreadShare)[]; languages: (SpreadShare)[]; credibility: (SpreadShare)[] };

export type Story = { id: string; language: string; headline: string; lead: string; leadSource: string | null; image: string | null; category: string | null; topics: (NamedTopic)[]; entities: (NamedEntity)[]; firstSeenAt: string; updatedAt: string; articleCount: number; textCount: number; sourceCount: number; isPinned: boolean; breaking: Breaking | null; leadArticleId: string; hasEditorHeadline: boolean; isHidden: boolean; spread: Spread };

export type StoryArticle = { id: string; title: string; url: string; language: string | null; publishedAt: string; source: { id: string; name: string } };

export type StoryText = { article: StoryArticle; copyCount: number; copies: (StoryArticle)[] };

export type StoryTimeline = { unit: "hour" | "day"; spans: ({ at: string; articleCount: number; newSourceCount: number })[]; firstReport: { articleId: string; title: string; at: string; source: { id: string; name: string } } | null; breaking: ({ since: string; until: string | null; because: "coverage" | "engagement" })[]; headlines: ({ articleId: string; title: string; seenAt: string; source: string })[] };

export type Entity = { key: string; name: string; kind: "person" | "place" | "organisation" | "other"; articleCount: number; lastSeenAt: string };

export type Topic = { id: string; name: string; parent: string | null; dimension: number; keywords: (string)[]; isActive: boolean };

export type TopicLabel = { id: string; confidence: number };

export type TopicRule = { id: string; keyword: string; topicId: string; weight: number };

export type TakenEvents = { accepted: number; refused: ({ index: number; code: "malformed" | "wrong-time" | "unknown-article" | "too-many" | "not-allowed"; message: string })[]; ignored: ({ index: number; rule: string; message: string })[] };

export type SignalRule = { id: string; kind: string; settings: unknown; isActive: boolean; note: string; updatedAt: string };

export type RulesOutcome = { judged: number; dropped: number; byRule: ({ rule: string; times: number })[] };

export type TrendingItem = { rank: number; previousRank: number | null; id: string; title: string; language: string | null; category: string | null; publishedAt: string; source: { id: string; name: string } | null; articleCount: number; score: number; shares: number; reads: number };

export type Trending = { window: "1m" | "1h" | "24h"; of: "articles" | "stories"; by: "shares" | "reads" | "blend"; at: string; comparedWith: string | null; items: (TrendingItem)[] };

export type EnteredTop = { at: string; id: string; title: string; language: string | null; category: string | null; publishedAt: string; source: { id: string; name: string } | null; articleCount: number };

export type RankThen = { at: string; rank: number | null; shares: number | null; reads: number | null };

export type FoundArticle = { id: string; title: string; url: string; language: string | null; publishedAt: string; source: { id: string; name: string | null } };

export type Found = { article: FoundArticle; story: { id: string; headline: string; articleCount: number } | null; score: number; titleRuns: ({ text: string; isMarked: boolean })[]; excerptRuns: ({ text: string; isMarked: boolean })[]; others: (FoundArticle)[] };

export type FacetValue = { value: string; name: string; count: number };

export type SearchResults = { items: (Found)[]; nextCursor: string | null; total: number; isTotalExact: boolean; matching: "all" | "any"; correction: { text: string; isApplied: boolean } | null; facets: { topics: (FacetValue)[]; sources: (FacetValue)[]; languages: (FacetValue)[]; countries: (FacetValue)[] } | null; explanation: { stages: ({ name: string; notes: (string)[] })[]; milliseconds: number } | null };

export type Synonyms = { id: string; words: (string)[]; isActive: boolean; note: string; updatedAt: string };

export type Suggestions = { items: ({ text: string; kind: "recent" | "trending" | "entity" | "topic" | "title" | "word" })[] };

export type Interests = { isPaused: boolean; items: ({ on: "topic" | "entity" | "source"; id: string; name: string; level: number; isSetByHand: boolean; isMuted: boolean })[] };

export type RecentSearches = { items: ({ query: string; searchedAt: string })[] };

export type SearchFilters = { topic?: string; source?: string; language?: string; country?: string; after?: string; before?: string; breaking?: boolean };

export type SavedSearch = { id: string; name: string; query: string; filters: SearchFilters; isPaused: boolean; email: "none" | "soon" | "daily"; webhook: { url: string; secret: string; state: "pending" | "confirmed" | "failed"; failures: number; error: string | null; deliveredAt: string | null } | null; createdAt: string; updatedAt: string };

export type FeedAddresses = { id: string; atom: string; rss: string; json: string };

export type FeedVoice = { articleId: string; title: string; url: string; publishedAt: string; source: { id: string; name: string }; isFree: boolean | null };

export type ScoreParts = { relevance: number; freshness: number; quality: number; diversity: number; trending: number; score: number };

export type FeedItem = { story: StorySummary; front: FeedVoice | null; others: (FeedVoice)[]; isRead: boolean; why: ({ kind: "topic" | "chosen-topic" | "followed-topic" | "entity" | "chosen-entity" | "followed-entity" | "source" | "chosen-source" | "followed-source" | "preferred-source" | "rare-source" | "sources" | "rising" | "breaking" | "new" | "exploration"; id: string | null; name: string | null; text: string })[]; parts: ScoreParts | null };

export type FeedPage = { items: (FeedItem)[]; nextCursor: string | null; rankedAt: string; hereCursor: string };

export type KeptStory = { story: StorySummary; front: FeedVoice | null };

export type FeedSettings = { language: string | null; country: string | null; hidesPaywalled: boolean; liftsRare: boolean; foldsSeen: boolean; digest: "none" | "daily" | "weekly" };

export type MutedWords = { id: string; words: string; until: string | null; createdAt: string };

export type RankingVariant = { id: string; settings: Record<string, unknown>; note: string; updatedAt: string };

export type RankingExperiment = { id: string; control: string; variant: string; share: number; mode: "live" | "shadow"; startedAt: string; endedAt: string | null };

export interface Operations {
  /** What this installation is and offers */
  getInstance: { input: undefined; output: Instance };
  /** Remove the demo edition with all its sources and articles */
  removeDemo: { input: undefined; output: { sources: number } };
  /** Create an account */
  createAccount: { input: { body: { email: string; password: string; displayName: string } }; output: { message: string } };
  /** Request a link by mail with which to set a new password */
  requestPasswordReset: { input: { body: { email: string } }; output: { message: string } };
  /** Sign in with email and password */
  signIn: { input: { body: { email: string; password: string } }; output: User };
  /** Sign out */
  signOut: { input: undefined; output: undefined };
  /** Complete a sign-in with the second factor */
  passSecondFactor: { input: { body: { code: string } }; output: undefined };
  /** Whether your second factor is on */
  getSecondFactor: { input: undefined; output: { on: boolean; recoveryCodesLeft: number } };
  /** Start to set up a second factor */
  beginSecondFactor: { input: undefined; output: { secret: string; uri: string } };
  /** Turn the second factor off */
  removeSecondFactor: { input: undefined; output: undefined };
  /** Turn the second factor on with a first code */
  confirmSecondFactor: { input: { body: { code: string } }; output: { recoveryCodes: (string)[] } };
  /** Replace your recovery codes */
  renewRecoveryCodes: { input: undefined; output: { recoveryCodes: (string)[] } };
  /** Start to sign in by passkey */
  beginPasskeySignIn: { input: undefined; output: { challengeId: string; options: Record<string, unknown> } };
  /** Sign in by passkey */
  signInWithPasskey: { input: { body: { challengeId: string; response: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string } } } }; output: User };
  /** Your account */
  getAccount: { input: undefined; output: User };
  /** Change your display name */
  updateAccount: { input: { body: { displayName: string } }; output: User };
  /** Change your email address */
  changeEmail: { input: { body: { email: string } }; output: User };
  /** Send the link that confirms your email address again */
  requestEmailConfirmation: { input: undefined; output: undefined };
  /** Whether your address is confirmed and gets mail */
  getAccountMail: { input: undefined; output: AccountMail };
  /** Stop all mail to your confirmed address, or allow it again */
  changeAccountMail: { input: { body: { isStopped: boolean } }; output: undefined };
  /** Choose a new password */
  changePassword: { input: { body: { current?: string; next: string; revokeTokens?: boolean } }; output: undefined };
  /** Confirm your identity by password */
  proveWithPassword: { input: { body: { password: string } }; output: undefined };
  /** Start to confirm your identity by passkey */
  beginPasskeyProof: { input: undefined; output: { challengeId: string; options: Record<string, unknown> } };
  /** Confirm your identity by passkey */
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
  /** Start to add a passkey */
  beginPasskeyRegistration: { input: undefined; output: { challengeId: string; options: Record<string, unknown> } };
  /** Rename a passkey */
  renamePasskey: { input: { params: { id: string }; body: { name: string } }; output: Passkey };
  /** Remove a passkey */
  removePasskey: { input: { params: { id: string } }; output: undefined };
  /** External accounts that you sign in with */
  listIdentities: { input: undefined; output: { items: (Identity)[] } };
  /** Unlink an external account */
  unlinkIdentity: { input: { params: { id: string } }; output: undefined };
  /** Your API tokens */
  listTokens: { input: undefined; output: { items: (Token)[] } };
  /** Create an API token */
  createToken: { input: { body: { name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "publish:write" | "queues:manage" | "queues:use" | "reading:read" | "reading:write" | "service" | "signals:forward" | "sources:read" | "sources:write" | "stories:edit")[]; expiresAt?: string | null }; idempotencyKey?: string }; output: { token: Token; secret: string } };
  /** Revoke one of your API tokens */
  revokeToken: { input: { params: { id: string } }; output: undefined };
  /** Export all your data as one archive */
  exportAccount: { input: undefined; output: Blob };
  /** Erase your account */
  eraseAccount: { input: undefined; output: { dueAt: string } };
  /** Issue a short-lived signed token for another service */
  createServiceToken: { input: { body: { audience: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "publish:write" | "queues:manage" | "queues:use" | "reading:read" | "reading:write" | "service" | "signals:forward" | "sources:read" | "sources:write" | "stories:edit")[] } }; output: { token: string; expiresAt: string } };
  /** The public keys of service tokens */
  getSigningKeys: { input: undefined; output: { keys: (Record<string, unknown>)[] } };
  /** All accounts, newest first */
  listUsers: { input: { query?: { limit?: number; cursor?: string; search?: string } }; output: { items: (User)[]; nextCursor: string | null } };
  /** One user */
  getUser: { input: { params: { id: string } }; output: User };
  /** Change a user's roles, disable and enable them, or confirm their address */
  updateUser: { input: { params: { id: string }; body: { roles?: ("reader" | "publisher" | "moderator" | "operator")[]; disabled?: boolean; emailConfirmed?: true } }; output: User };
  /** Create a link with which a user sets a new password */
  createPasswordLink: { input: { params: { id: string } }; output: { url: string; expiresAt: string } };
  /** The reach of a user's shares */
  getReach: { input: { params: { id: string } }; output: Reach };
  /** Set the reach of a user, which weights their future shares */
  setReach: { input: { params: { id: string }; body: Reach }; output: Reach };
  /** The audit log, newest first */
  listAudit: { input: { query?: { limit?: number; cursor?: string; actor?: string; action?: "account.created" | "account.disabled" | "account.enabled" | "account.erasure-finished" | "account.erasure-requested" | "account.export-made" | "account.first-operator" | "account.renamed" | "account.sign-up-refused" | "demo.removed" | "email.changed" | "email.confirmed" | "identity.linked" | "identity.unlinked" | "link.created" | "log.dead-letter-retried" | "log.replayed" | "mail.resumed" | "mail.stopped" | "passkey.added" | "passkey.cloned" | "passkey.removed" | "passkey.renamed" | "password.changed" | "password.reset-requested" | "proof.failed" | "proof.renewed" | "publisher.refused" | "publisher.verified" | "queue.changed" | "queue.purged" | "queue.redriven" | "reach.changed" | "roles.changed" | "second-factor.added" | "second-factor.codes-renewed" | "second-factor.failed" | "second-factor.passed" | "second-factor.removed" | "second-factor.reset" | "session.ended" | "session.secret-reused" | "session.signed-out" | "session.others-ended" | "sign-in.failed" | "sign-in.succeeded" | "signing-key.created" | "source.added" | "source.changed" | "source.imported" | "source.paused" | "source.problem-dismissed" | "source.readdressed" | "source.removed" | "source.resumed" | "source.visited" | "story.article-moved" | "story.changed" | "ranking.changed" | "ranking.experiment-begun" | "ranking.experiment-ended" | "ranking.removed" | "story.merged" | "story.split" | "task.changed" | "task.created" | "task.paused" | "task.removed" | "task.resumed" | "task.run" | "token.created" | "token.revoked" | "topic.added" | "topic.changed" | "topic.removed" | "topic-rule.added" | "topic-rule.changed" | "topic-rule.removed" | "signal-rule.added" | "signal-rule.changed" | "signal-rule.removed" | "synonyms.added" | "synonyms.changed" | "synonyms.removed" } }; output: { items: (AuditEntry)[]; nextCursor: string | null } };
  /** Publish messages to a queue, all of them or none */
  publishMessages: { input: { params: { queue: string }; body: { messages: (NewMessage)[] }; idempotencyKey?: string }; output: { messages: ({ id: string; isNew: boolean })[] } };
  /** Receive messages of a queue, waiting for them if there are none */
  receiveMessages: { input: { params: { queue: string }; query?: { n?: number; wait?: number; visibility?: number } }; output: { messages: (Delivery)[] } };
  /** Delete a finished message */
  deleteMessage: { input: { params: { queue: string; receipt: string } }; output: undefined };
  /** Extend the visibility timeout of a message */
  extendMessage: { input: { params: { queue: string; receipt: string }; body: { visibility: number } }; output: undefined };
  /** Release a message early */
  releaseMessage: { input: { params: { queue: string; receipt: string }; body: { delaySeconds?: number; error?: string } }; output: undefined };
  /** Move a message to the dead-letter queue now */
  deadLetterMessage: { input: { params: { queue: string; receipt: string }; body: { error: string } }; output: undefined };
  /** All queues with their message counts, by name */
  listQueues: { input: { query?: { limit?: number; cursor?: string } }; output: { items: (Queue)[]; nextCursor: string | null } };
  /** One queue with its message counts */
  getQueue: { input: { params: { queue: string } }; output: Queue };
  /** Create a queue, or change its settings */
  putQueue: { input: { params: { queue: string }; body: { visibility?: number; maxReceives?: number; deadLetterQueue?: string | null; paused?: boolean } }; output: QueueSettings };
  /** Peek at waiting messages, oldest first */
  peekQueue: { input: { params: { queue: string }; query?: { limit?: number; cursor?: string } }; output: { items: (PeekedMessage)[]; nextCursor: string | null } };
  /** Peek at dead letters of a queue, oldest first */
  listQueueDeadLetters: { input: { params: { queue: string }; query?: { limit?: number; cursor?: string } }; output: { items: (PeekedMessage)[]; nextCursor: string | null } };
  /** Remove every message that is not in flight */
  purgeQueue: { input: { params: { queue: string } }; output: { purged: number } };
  /** Move dead letters back to the queue they came from */
  redriveQueue: { input: { params: { queue: string }; body: { ids?: (string)[]; most?: number } }; output: { redriven: number } };
  /** All tasks with their next and last runs */
  listTasks: { input: { query?: { limit?: number; cursor?: string; state?: "waiting" | "picked" | "running" | "paused" | "done" | "failed"; kind?: string } }; output: { items: (Task)[]; nextCursor: string | null } };
  /** Create a task */
  createTask: { input: { body: { name?: string; kind: string; schedule: { at: string } | { cron: string; timeZone: string }; payload?: unknown; missed?: "once" | "skip"; overlap?: "refuse" | "allow"; retries?: number }; idempotencyKey?: string }; output: Task };
  /** Tasks due in each of the next ten minutes, and the rate of the executors */
  forecastTasks: { input: undefined; output: TaskForecast };
  /** One task */
  getTask: { input: { params: { id: string } }; output: Task };
  /** Change the schedule, payload or policies of a task */
  updateTask: { input: { params: { id: string }; body: { schedule?: { at: string } | { cron: string; timeZone: string }; payload?: unknown; missed?: "once" | "skip"; overlap?: "refuse" | "allow"; retries?: number } }; output: Task };
  /** Remove a task */
  deleteTask: { input: { params: { id: string } }; output: undefined };
  /** Pause a task until it is resumed */
  pauseTask: { input: { params: { id: string } }; output: Task };
  /** Resume a paused task */
  resumeTask: { input: { params: { id: string } }; output: Task };
  /** Run a task now, in addition to its schedule */
  runTask: { input: { params: { id: string } }; output: { runId: string } };
  /** The runs of a task, newest first */
  listTaskRuns: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (TaskRun)[]; nextCursor: string | null } };
  /** The streams of the log */
  listLogStreams: { input: undefined; output: { items: (LogStream)[] } };
  /** The position of every consumer group in every partition */
  listLogGroups: { input: undefined; output: { items: (LogGroup)[] } };
  /** Set a group back to an earlier time, or forward to a later one */
  replayLogGroup: { input: { params: { group: string }; body: { from: string } }; output: undefined };
  /** Dead letters of the log: events that failed too often, newest first */
  listLogDeadLetters: { input: { query?: { limit?: number; cursor?: string; group?: string } }; output: { items: (LogDeadLetter)[]; nextCursor: string | null } };
  /** One dead letter */
  getLogDeadLetter: { input: { params: { id: string } }; output: LogDeadLetter };
  /** Retry a dead letter */
  retryLogDeadLetter: { input: { params: { id: string } }; output: { handled: boolean } };
  /** Sources by name */
  listSources: { input: { query?: { limit?: number; cursor?: string; status?: "active" | "paused" | "dead"; kind?: "feed" | "api" | "scrape" | "submit"; search?: string; demo?: boolean } }; output: { items: (Source)[]; nextCursor: string | null } };
  /** Add sources, one or many: all of them or none */
  createSources: { input: { body: { sources: (NewSource)[] }; idempotencyKey?: string }; output: { sources: ({ id: string; url: string; isNew: boolean })[] } };
  /** Discover sources at an address, with a preview; saves nothing */
  discoverSources: { input: { body: { url: string } }; output: { url: string; candidates: (SourceCandidate)[]; rejected: ({ url: string; reason: string })[]; isComplete: boolean } };
  /** Import the sources of an OPML list, with a report for every entry */
  importSources: { input: { body: { opml: string }; idempotencyKey?: string }; output: ImportReport };
  /** All feeds as an OPML list, in their folders */
  exportSources: { input: undefined; output: Blob };
  /** Sources needing attention, oldest problem first */
  listSourceProblems: { input: { query?: { limit?: number; cursor?: string } }; output: { items: (SourceProblem)[]; nextCursor: string | null } };
  /** One source, with its health for operators */
  getSource: { input: { params: { id: string } }; output: Source };
  /** Change the settings of a source */
  changeSource: { input: { params: { id: string }; body: { name?: string; homePage?: string | null; language?: string | null; country?: string | null; category?: string | null; folder?: string | null; credibility?: number; intervalSeconds?: number; priority?: number; region?: string; readsPages?: boolean; settings?: SourceSettings; headers?: Record<string, unknown> | null } }; output: Source };
  /** Remove a source, with or without its articles */
  removeSource: { input: { params: { id: string }; query?: { articles?: "keep" | "remove" } }; output: { removedArticles: number } };
  /** Pause a source */
  pauseSource: { input: { params: { id: string } }; output: Source };
  /** Resume a paused or dead source */
  resumeSource: { input: { params: { id: string } }; output: Source };
  /** Make a source due now */
  crawlSource: { input: { params: { id: string } }; output: Source };
  /** Continue at the address that a source has moved to, or at another */
  takeOverAddress: { input: { params: { id: string }; body: { url?: string } }; output: Source };
  /** The last fetches of a source and its pages, newest first */
  listFetches: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (Fetch)[]; nextCursor: string | null } };
  /** Dismiss a problem until it ends and occurs again */
  dismissSourceProblem: { input: { params: { id: string; kind: "broken" | "quiet" | "moved" | "gone" | "login" | "empty" | "certificate" | "not-a-feed" } }; output: undefined };
  /** Starter packs, by country and topic */
  listStarterPacks: { input: undefined; output: { items: (StarterPack)[] } };
  /** Add the feeds of a starter pack */
  installStarterPack: { input: { params: { id: string } }; output: ImportReport };
  /** The people who may submit articles to a source */
  listPublishers: { input: { params: { id: string } }; output: { items: ({ userId: string; verifiedAt: string })[] } };
  /** Allow a person to submit articles to a submit source */
  verifyPublisher: { input: { params: { id: string; user: string } }; output: undefined };
  /** Revoke the permission to submit articles to a source */
  refusePublisher: { input: { params: { id: string; user: string } }; output: undefined };
  /** The sources that you may submit articles to */
  listPublishSources: { input: undefined; output: { items: ({ id: string; name: string })[] } };
  /** Submit articles to a source that you may publish to */
  publishArticles: { input: { body: { sourceId: string; articles: (Record<string, unknown>)[] }; idempotencyKey?: string }; output: { articles: ({ outcome: "new" | "known" | "revised" | "invalid"; articleId: string | null; reason: string | null })[] } };
  /** The articles of a source, newest first */
  listArticlesOfSource: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (ArticleSummary)[]; nextCursor: string | null } };
  /** An article in its first version, with its story */
  getArticle: { input: { params: { id: string } }; output: Article };
  /** The later revisions of an article, in order */
  listRevisions: { input: { params: { id: string } }; output: { items: (RevisionSummary)[] } };
  /** One revision with a word-by-word diff */
  getRevision: { input: { params: { id: string; revision: string } }; output: Revision };
  /** Views, reads, shares and feedback of an article */
  getArticleCounts: { input: { params: { id: string } }; output: ArticleCounts };
  /** Stories by their newest change */
  listStories: { input: { query?: { limit?: number; cursor?: string; category?: string; topic?: string; entity?: string; language?: string } }; output: { items: (StorySummary)[]; nextCursor: string | null } };
  /** Stories that are breaking now or were within six hours, fastest first */
  listBreaking: { input: undefined; output: { items: (StorySummary)[] } };
  /** A story and its sources */
  getStory: { input: { params: { id: string } }; output: Story };
  /** Set the headline of a story, pin or hide it */
  updateStory: { input: { params: { id: string }; body: { headline?: string | null; pinned?: boolean; hidden?: boolean } }; output: Story };
  /** The articles of a story, newest first, with their copies */
  listArticlesOfStory: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: (StoryText)[]; nextCursor: string | null } };
  /** The coverage of a story over time */
  getStoryTimeline: { input: { params: { id: string } }; output: StoryTimeline };
  /** Related stories, most related first */
  listRelatedStories: { input: { params: { id: string } }; output: { items: (StorySummary)[] } };
  /** Mark a story as read up to now */
  visitStory: { input: { params: { id: string } }; output: undefined };
  /** Mark a story as unread */
  markStoryUnread: { input: { params: { id: string } }; output: undefined };
  /** Which of the given stories you have read, and how many articles are new */
  listVisits: { input: { query: { ids: string } }; output: { items: ({ id: string; seen: boolean; seenAt: string | null; newSinceSeen: number })[] } };
  /** Merge two stories; the older id stays and the other redirects */
  mergeStories: { input: { params: { id: string }; body: { with: string } }; output: Story | { orderId: string } };
  /** Split articles off into a new story */
  splitStory: { input: { params: { id: string }; body: { articles: (string)[] } }; output: Story | { orderId: string } };
  /** Move an article to another story, where it stays */
  moveArticle: { input: { params: { id: string }; body: { to: string } }; output: Story | { orderId: string } };
  /** People, places and organisations by name, most mentioned first */
  searchEntities: { input: { query?: { query?: string; limit?: number } }; output: { items: (Entity)[] } };
  /** A person, place or organisation in the news */
  getEntity: { input: { params: { key: string } }; output: Entity };
  /** The taxonomy: categories, and the topics below each */
  listTopics: { input: { query?: { inactive?: boolean } }; output: { categories: ({ category: Topic; topics: (Topic)[] })[] } };
  /** Add a category or topic */
  createTopic: { input: { body: { id: string; name: string; parent: string | null; keywords: (string)[] }; idempotencyKey?: string }; output: Topic };
  /** A category or topic */
  getTopic: { input: { params: { id: string } }; output: Topic };
  /** Change the name, position, keywords or state of a topic */
  updateTopic: { input: { params: { id: string }; body: { name?: string; parent?: string | null; keywords?: (string)[]; isActive?: boolean } }; output: Topic };
  /** Remove a topic, or retire it if stories have it */
  removeTopic: { input: { params: { id: string } }; output: { outcome: "removed" | "inactive" } };
  /** Classify a text with the current model, keywords and rules */
  tryTopics: { input: { body: { title: string; text: string } }; output: { language: string; category: TopicLabel; topics: (TopicLabel)[] } };
  /** Keyword rules for topics, by keyword */
  listTopicRules: { input: undefined; output: { items: (TopicRule)[] } };
  /** Add a rule; it applies to new articles */
  createTopicRule: { input: { body: { keyword: string; topicId: string; weight: number }; idempotencyKey?: string }; output: TopicRule };
  /** Change the weight of a rule */
  updateTopicRule: { input: { params: { id: string }; body: { weight: number } }; output: TopicRule };
  /** Remove a rule */
  removeTopicRule: { input: { params: { id: string } }; output: undefined };
  /** Send many signals of any kind */
  postEvents: { input: { body: { events: (unknown)[] } }; output: TakenEvents };
  /** A heartbeat while an article is being read */
  postView: { input: { body: { article: string; visit: string; seconds: number; at?: string } }; output: TakenEvents };
  /** An article was shared */
  postShare: { input: { body: { article: string; id: string; via?: "link" | "email" | "x" | "facebook" | "whatsapp" | "telegram" | "reddit" | "linkedin" | "bluesky" | "mastodon" | "messages" | "print" | "other"; at?: string } }; output: TakenEvents };
  /** An article was read */
  postRead: { input: { params: { id: string }; body: { session: string; seconds?: number; at?: string } }; output: TakenEvents };
  /** A reader's feedback on an article */
  postFeedback: { input: { params: { id: string }; body: { say: "save" | "like" | "dislike" | "hide" | "hide-source" | "undo-like" | "undo-dislike" | "undo-hide"; id?: string; at?: string } }; output: TakenEvents };
  /** Rules that exclude signals from counts */
  listSignalRules: { input: undefined; output: { items: (SignalRule)[] } };
  /** Add a rule; it takes effect within a minute */
  createSignalRule: { input: { body: { id: string; kind: "blocked-addresses" | "blocked-agents" | "data-centres" | "self-views" | "minimum-attention" | "repeat-window" | "address-rate" | "user-rate" | "shares-without-views"; settings: Record<string, unknown>; isActive?: boolean; note?: string }; idempotencyKey?: string }; output: SignalRule };
  /** Try a rule: what the rules would have dropped in the last hour with this one; changes nothing */
  trySignalRule: { input: { body: { id: string; kind: "blocked-addresses" | "blocked-agents" | "data-centres" | "self-views" | "minimum-attention" | "repeat-window" | "address-rate" | "user-rate" | "shares-without-views"; settings: Record<string, unknown>; isActive?: boolean } }; output: { words: string; tried: RulesOutcome; present: RulesOutcome } };
  /** Signals dropped in the last hour, with the rule */
  listSignalDrops: { input: undefined; output: { sums: RulesOutcome; items: ({ at: string; kind: string; articleId: string; seconds: number; droppedBy: string })[] } };
  /** A rule */
  getSignalRule: { input: { params: { id: string } }; output: SignalRule };
  /** Change, enable or disable a rule */
  updateSignalRule: { input: { params: { id: string }; body: { settings?: Record<string, unknown>; isActive?: boolean; note?: string } }; output: SignalRule };
  /** Remove a rule; dropped signals stay dropped */
  removeSignalRule: { input: { params: { id: string } }; output: undefined };
  /** What is shared and read most: now, in the past, or by the interests of the caller */
  getTrending: { input: { query?: { window?: "1m" | "1h" | "24h"; k?: number; of?: "articles" | "stories"; by?: "shares" | "reads" | "blend"; category?: string; topic?: string; country?: string; at?: string; personal?: boolean } }; output: Trending };
  /** First-time entries into the trending top ten, newest first */
  listEnteredTop: { input: { query?: { limit?: number; cursor?: string; of?: "articles" | "stories"; category?: string } }; output: { items: (EnteredTop)[]; nextCursor: string | null } };
  /** Recent shares of an article, and its rank by shares */
  getArticleShares: { input: { params: { id: string }; query?: { window?: "1m" | "1h" | "24h" } }; output: { window: "1m" | "1h" | "24h"; count: number; rank: number | null } };
  /** The rank of an article at each full hour */
  getArticleRanks: { input: { params: { id: string }; query?: { window?: "1h" | "24h"; by?: "shares" | "reads" | "blend"; days?: number } }; output: { window: "1h" | "24h"; by: "shares" | "reads" | "blend"; items: (RankThen)[] } };
  /** Find articles */
  search: { input: { query: { q: string; topic?: string; source?: string; language?: string; country?: string; after?: string; before?: string; breaking?: boolean; sort?: "relevance" | "date"; group?: "story" | "article"; facets?: boolean; explain?: boolean; limit?: number; cursor?: string } }; output: SearchResults };
  /** Synonyms of searches */
  listSynonyms: { input: undefined; output: { items: (Synonyms)[] } };
  /** Add a set of synonyms; it takes effect within a minute */
  addSynonyms: { input: { body: { id: string; words: (string)[]; isActive?: boolean; note?: string }; idempotencyKey?: string }; output: Synonyms };
  /** Change a set of synonyms */
  changeSynonyms: { input: { params: { id: string }; body: { words?: (string)[]; isActive?: boolean; note?: string } }; output: Synonyms };
  /** Remove a set of synonyms */
  removeSynonyms: { input: { params: { id: string } }; output: undefined };
  /** Search suggestions while typing */
  suggestSearches: { input: { query: { q: string } }; output: Suggestions };
  /** Your interests, learned and set */
  getInterests: { input: undefined; output: Interests };
  /** Change your interests */
  changeInterests: { input: { body: { command: "set" | "mute" | "unmute" | "pause" | "resume" | "reset-learned" | "reset-everything"; on?: "topic" | "entity" | "source"; id?: string; level?: number | null } }; output: undefined };
  /** Your last ten searches, newest first */
  getRecentSearches: { input: undefined; output: RecentSearches };
  /** Delete a recent search, or all */
  deleteRecentSearches: { input: { query?: { query?: string } }; output: undefined };
  /** Your saved searches */
  listSavedSearches: { input: undefined; output: { items: (SavedSearch)[] } };
  /** Save a search and receive new matches */
  saveSearch: { input: { body: { query: string; name?: string; filters?: SearchFilters; email?: "none" | "soon" | "daily"; webhookUrl?: string | null }; idempotencyKey?: string }; output: SavedSearch };
  /** A saved search */
  getSavedSearch: { input: { params: { id: string } }; output: SavedSearch };
  /** Change a saved search, or pause it */
  changeSavedSearch: { input: { params: { id: string }; body: { query?: string; name?: string; filters?: SearchFilters; email?: "none" | "soon" | "daily"; webhookUrl?: string | null; isPaused?: boolean; hasNewSecret?: boolean } }; output: SavedSearch };
  /** Delete a saved search with its matches and the addresses of its feed */
  deleteSavedSearch: { input: { params: { id: string } }; output: undefined };
  /** Ask the address of the webhook again to confirm that it is yours */
  challengeSavedSearchWebhook: { input: { params: { id: string } }; output: SavedSearch };
  /** Matches of a saved search, newest first */
  listSavedSearchMatches: { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; output: { items: ({ matchedAt: string; article: FoundArticle })[]; nextCursor: string | null } };
  /** Create an address at which a program can read the matches as a feed */
  makeSavedSearchFeed: { input: { params: { id: string } }; output: FeedAddresses };
  /** A feed of stories of the last two days */
  getFeed: { input: { params: { feed: "top" | "latest" | "category" | "topic" | "entity" | "source" | "country" }; query?: { of?: string; language?: string; country?: string; limit?: number; cursor?: string } }; output: FeedPage };
  /** The number of new stories since a page of a feed */
  countNewInFeed: { input: { params: { feed: "top" | "latest" | "category" | "topic" | "entity" | "source" | "country" }; query?: { of?: string; language?: string; country?: string; limit?: number; cursor?: string } }; output: { count: number } };
  /** Your personal feed */
  getForYou: { input: { query?: { language?: string; limit?: number; cursor?: string } }; output: FeedPage };
  /** The number of new stories since a page of your feed */
  countNewForYou: { input: { query?: { language?: string; limit?: number; cursor?: string } }; output: { count: number } };
  /** What you saved for later, newest first */
  listSaved: { input: { query?: { limit?: number; cursor?: string } }; output: { items: (KeptStory)[]; nextCursor: string | null } };
  /** What you have read, newest first */
  listHistory: { input: { query?: { limit?: number; cursor?: string } }; output: { items: (KeptStory)[]; nextCursor: string | null } };
  /** Your feed settings */
  getFeedSettings: { input: undefined; output: FeedSettings };
  /** Change your feed settings */
  changeFeedSettings: { input: { body: { language?: string | null; country?: string | null; hidesPaywalled?: boolean; liftsRare?: boolean; foldsSeen?: boolean; digest?: "none" | "daily" | "weekly" } }; output: FeedSettings };
  /** What you follow, prefer and block */
  listStances: { input: undefined; output: { items: ({ on: string; id: string; name: string; stance: string; since: string })[] } };
  /** Follow a topic, entity or source, prefer or block a source, or undo it */
  takeStance: { input: { body: { on: "topic" | "entity" | "source"; id: string; stance: "follow" | "prefer" | "block" | null } }; output: undefined };
  /** Your muted words and phrases */
  listMutedWords: { input: undefined; output: { items: (MutedWords)[] } };
  /** Mute a word or phrase, with an optional expiry */
  muteWords: { input: { body: { words: string; until?: string | null } }; output: MutedWords };
  /** Unmute a word or phrase */
  unmuteWords: { input: { params: { id: string } }; output: undefined };
  /** Save a story for later */
  saveStory: { input: { params: { id: string } }; output: undefined };
  /** Remove a story from the saved ones */
  unsaveStory: { input: { params: { id: string } }; output: undefined };
  /** The stories that you hid */
  listHiddenStories: { input: undefined; output: { items: ({ storyId: string; headline: string | null; hiddenAt: string })[] } };
  /** Hide a story from all your feeds */
  hideStory: { input: { params: { id: string } }; output: undefined };
  /** Show a hidden story again */
  unhideStory: { input: { params: { id: string } }; output: undefined };
  /** Mark many stories as read; can be undone */
  markAllRead: { input: { body: { storyIds: (string)[] } }; output: { id: string; count: number } };
  /** Undo marking many stories as read */
  undoMarkAllRead: { input: { params: { id: string } }; output: { count: number } };
  /** Set up your feeds with topics, an OPML list, a language and a country */
  beginFeed: { input: { body: { topics?: (string)[]; opml?: string; language?: string; country?: string } }; output: { topics: number; sources: number; unknown: (string)[] } };
  /** The valid addresses of your private feeds */
  listFeedTokens: { input: undefined; output: { items: ({ id: string; feed: "for-you" | "saved" | "history" | "search"; savedSearchId: string | null; createdAt: string; lastUsedAt: string | null })[] } };
  /** Create an address at which a program can read one of your private feeds */
  makeFeedToken: { input: { body: { feed: "for-you" | "saved" | "history" } }; output: FeedAddresses };
  /** Revoke the address of a private feed */
  revokeFeedToken: { input: { params: { id: string } }; output: undefined };
  /** Rankings of feeds */
  listRankingVariants: { input: undefined; output: { items: (RankingVariant)[] } };
  /** Add or change a ranking; `standard` applies to all readers */
  putRankingVariant: { input: { params: { id: string }; body: { settings: Record<string, unknown>; note?: string } }; output: RankingVariant };
  /** Remove a ranking that no experiment uses */
  deleteRankingVariant: { input: { params: { id: string } }; output: undefined };
  /** Ranking experiments, running ones first */
  listRankingExperiments: { input: undefined; output: { items: (RankingExperiment)[] } };
  /** Start an experiment */
  startRankingExperiment: { input: { body: { id: string; control: string; variant: string; share: number; mode: "live" | "shadow" } }; output: undefined };
  /** End an experiment */
  endRankingExperiment: { input: { params: { id: string } }; output: undefined };
  /** The results of an experiment, with confidence intervals */
  getRankingResults: { input: { params: { id: string } }; output: { items: ({ arm: "control" | "variant"; readers: number; pages: number; shown: number; read: number; rate: number; interval: (number)[] | null })[]; difference: { value: number; interval: (number)[] | null } | null; shadow: { overlap: number } | null } };
}

export const OPERATIONS = {
  getInstance: { method: 'GET', path: '/api/v1/instance' },
  removeDemo: { method: 'DELETE', path: '/api/v1/demo' },
  createAccount: { method: 'POST', path: '/api/v1/accounts' },
  requestPasswordReset: { method: 'POST', path: '/api/v1/password-resets' },
  signIn: { method: 'POST', path: '/api/v1/sessions' },
  signOut: { method: 'DELETE', path: '/api/v1/sessions/current' },
  passSecondFactor: { method: 'POST', path: '/api/v1/sessions/current/second-factor' },
  getSecondFactor: { method: 'GET', path: '/api/v1/account/second-factor' },
  beginSecondFactor: { method: 'POST', path: '/api/v1/account/second-factor' },
  removeSecondFactor: { method: 'DELETE', path: '/api/v1/account/second-factor' },
  confirmSecondFactor: { method: 'POST', path: '/api/v1/account/second-factor/confirmation' },
  renewRecoveryCodes: { method: 'POST', path: '/api/v1/account/second-factor/recovery-codes' },
  beginPasskeySignIn: { method: 'POST', path: '/api/v1/sessions/passkey/options' },
  signInWithPasskey: { method: 'POST', path: '/api/v1/sessions/passkey' },
  getAccount: { method: 'GET', path: '/api/v1/account' },
  updateAccount: { method: 'PATCH', path: '/api/v1/account' },
  changeEmail: { method: 'PUT', path: '/api/v1/account/email' },
  requestEmailConfirmation: { method: 'POST', path: '/api/v1/account/email/confirmation' },
  getAccountMail: { method: 'GET', path: '/api/v1/account/mail' },
  changeAccountMail: { method: 'PUT', path: '/api/v1/account/mail' },
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
  getReach: { method: 'GET', path: '/api/v1/users/{id}/reach' },
  setReach: { method: 'PUT', path: '/api/v1/users/{id}/reach' },
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
  getArticleCounts: { method: 'GET', path: '/api/v1/articles/{id}/counts' },
  listStories: { method: 'GET', path: '/api/v1/stories' },
  listBreaking: { method: 'GET', path: '/api/v1/breaking' },
  getStory: { method: 'GET', path: '/api/v1/stories/{id}' },
  updateStory: { method: 'PATCH', path: '/api/v1/stories/{id}' },
  listArticlesOfStory: { method: 'GET', path: '/api/v1/stories/{id}/articles' },
  getStoryTimeline: { method: 'GET', path: '/api/v1/stories/{id}/timeline' },
  listRelatedStories: { method: 'GET', path: '/api/v1/stories/{id}/related' },
  visitStory: { method: 'PUT', path: '/api/v1/stories/{id}/visit' },
  markStoryUnread: { method: 'DELETE', path: '/api/v1/stories/{id}/visit' },
  listVisits: { method: 'GET', path: '/api/v1/account/stories' },
  mergeStories: { method: 'POST', path: '/api/v1/stories/{id}/merge' },
  splitStory: { method: 'POST', path: '/api/v1/stories/{id}/split' },
  moveArticle: { method: 'POST', path: '/api/v1/articles/{id}/move' },
  searchEntities: { method: 'GET', path: '/api/v1/entities' },
  getEntity: { method: 'GET', path: '/api/v1/entities/{key}' },
  listTopics: { method: 'GET', path: '/api/v1/topics' },
  createTopic: { method: 'POST', path: '/api/v1/topics' },
  getTopic: { method: 'GET', path: '/api/v1/topics/{id}' },
  updateTopic: { method: 'PATCH', path: '/api/v1/topics/{id}' },
  removeTopic: { method: 'DELETE', path: '/api/v1/topics/{id}' },
  tryTopics: { method: 'POST', path: '/api/v1/topics/try' },
  listTopicRules: { method: 'GET', path: '/api/v1/topic-rules' },
  createTopicRule: { method: 'POST', path: '/api/v1/topic-rules' },
  updateTopicRule: { method: 'PATCH', path: '/api/v1/topic-rules/{id}' },
  removeTopicRule: { method: 'DELETE', path: '/api/v1/topic-rules/{id}' },
  postEvents: { method: 'POST', path: '/api/v1/events' },
  postView: { method: 'POST', path: '/api/v1/events/view' },
  postShare: { method: 'POST', path: '/api/v1/events/share' },
  postRead: { method: 'POST', path: '/api/v1/articles/{id}/read' },
  postFeedback: { method: 'POST', path: '/api/v1/articles/{id}/feedback' },
  listSignalRules: { method: 'GET', path: '/api/v1/signal-rules' },
  createSignalRule: { method: 'POST', path: '/api/v1/signal-rules' },
  trySignalRule: { method: 'POST', path: '/api/v1/signal-rules/try' },
  listSignalDrops: { method: 'GET', path: '/api/v1/signal-rules/drops' },
  getSignalRule: { method: 'GET', path: '/api/v1/signal-rules/{id}' },
  updateSignalRule: { method: 'PATCH', path: '/api/v1/signal-rules/{id}' },
  removeSignalRule: { method: 'DELETE', path: '/api/v1/signal-rules/{id}' },
  getTrending: { method: 'GET', path: '/api/v1/trending' },
  listEnteredTop: { method: 'GET', path: '/api/v1/trending/entered' },
  getArticleShares: { method: 'GET', path: '/api/v1/articles/{id}/shares' },
  getArticleRanks: { method: 'GET', path: '/api/v1/articles/{id}/ranks' },
  search: { method: 'GET', path: '/api/v1/search' },
  listSynonyms: { method: 'GET', path: '/api/v1/search/synonyms' },
  addSynonyms: { method: 'POST', path: '/api/v1/search/synonyms' },
  changeSynonyms: { method: 'PATCH', path: '/api/v1/search/synonyms/{id}' },
  removeSynonyms: { method: 'DELETE', path: '/api/v1/search/synonyms/{id}' },
  suggestSearches: { method: 'GET', path: '/api/v1/search/suggestions' },
  getInterests: { method: 'GET', path: '/api/v1/account/interests' },
  changeInterests: { method: 'POST', path: '/api/v1/account/interests' },
  getRecentSearches: { method: 'GET', path: '/api/v1/account/searches' },
  deleteRecentSearches: { method: 'DELETE', path: '/api/v1/account/searches' },
  listSavedSearches: { method: 'GET', path: '/api/v1/account/saved-searches' },
  saveSearch: { method: 'POST', path: '/api/v1/account/saved-searches' },
  getSavedSearch: { method: 'GET', path: '/api/v1/account/saved-searches/{id}' },
  changeSavedSearch: { method: 'PATCH', path: '/api/v1/account/saved-searches/{id}' },
  deleteSavedSearch: { method: 'DELETE', path: '/api/v1/account/saved-searches/{id}' },
  challengeSavedSearchWebhook: { method: 'POST', path: '/api/v1/account/saved-searches/{id}/webhook-challenge' },
  listSavedSearchMatches: { method: 'GET', path: '/api/v1/account/saved-searches/{id}/matches' },
  makeSavedSearchFeed: { method: 'POST', path: '/api/v1/account/saved-searches/{id}/feed' },
  getFeed: { method: 'GET', path: '/api/v1/feeds/{feed}' },
  countNewInFeed: { method: 'GET', path: '/api/v1/feeds/{feed}/new' },
  getForYou: { method: 'GET', path: '/api/v1/feeds/for-you' },
  countNewForYou: { method: 'GET', path: '/api/v1/feeds/for-you/new' },
  listSaved: { method: 'GET', path: '/api/v1/feeds/saved' },
  listHistory: { method: 'GET', path: '/api/v1/feeds/history' },
  getFeedSettings: { method: 'GET', path: '/api/v1/account/feed-settings' },
  changeFeedSettings: { method: 'PATCH', path: '/api/v1/account/feed-settings' },
  listStances: { method: 'GET', path: '/api/v1/account/stances' },
  takeStance: { method: 'PUT', path: '/api/v1/account/stances' },
  listMutedWords: { method: 'GET', path: '/api/v1/account/muted-words' },
  muteWords: { method: 'POST', path: '/api/v1/account/muted-words' },
  unmuteWords: { method: 'DELETE', path: '/api/v1/account/muted-words/{id}' },
  saveStory: { method: 'PUT', path: '/api/v1/account/saved/{id}' },
  unsaveStory: { method: 'DELETE', path: '/api/v1/account/saved/{id}' },
  listHiddenStories: { method: 'GET', path: '/api/v1/account/hidden-stories' },
  hideStory: { method: 'PUT', path: '/api/v1/account/hidden-stories/{id}' },
  unhideStory: { method: 'DELETE', path: '/api/v1/account/hidden-stories/{id}' },
  markAllRead: { method: 'POST', path: '/api/v1/account/read' },
  undoMarkAllRead: { method: 'DELETE', path: '/api/v1/account/read/{id}' },
  beginFeed: { method: 'POST', path: '/api/v1/account/beginning' },
  listFeedTokens: { method: 'GET', path: '/api/v1/account/feed-tokens' },
  makeFeedToken: { method: 'POST', path: '/api/v1/account/feed-tokens' },
  revokeFeedToken: { method: 'DELETE', path: '/api/v1/account/feed-tokens/{id}' },
  listRankingVariants: { method: 'GET', path: '/api/v1/ranking/variants' },
  putRankingVariant: { method: 'PUT', path: '/api/v1/ranking/variants/{id}' },
  deleteRankingVariant: { method: 'DELETE', path: '/api/v1/ranking/variants/{id}' },
  listRankingExperiments: { method: 'GET', path: '/api/v1/ranking/experiments' },
  startRankingExperiment: { method: 'POST', path: '/api/v1/ranking/experiments' },
  endRankingExperiment: { method: 'POST', path: '/api/v1/ranking/experiments/{id}/end' },
  getRankingResults: { method: 'GET', path: '/api/v1/ranking/experiments/{id}/results' },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
