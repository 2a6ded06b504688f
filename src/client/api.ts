// Generated from docs/reference/openapi.json by `npm run generate`. Do not edit.

export type Problem = { type: string; title: string; status: number; detail?: string; code: "validation-failed" | "malformed-request" | "malformed-body" | "invalid-cursor" | "idempotency-key-invalid" | "not-signed-in" | "invalid-credentials" | "forbidden" | "cross-site-request" | "scope-missing" | "fresh-sign-in-required" | "sign-up-closed" | "not-found" | "method-not-allowed" | "request-too-slow" | "conflict" | "idempotency-key-in-use" | "link-used" | "precondition-failed" | "body-too-large" | "unsupported-media-type" | "idempotency-key-reused" | "weak-password" | "unusable-passkey" | "too-many-requests" | "headers-too-large" | "internal" | "identity-provider-failed" | "database-away" | "overloaded" | "stopping" | "timed-out"; faults?: ({ in: "body" | "query" | "path" | "header"; at: string; message: string })[]; traceId?: string };

export type Instance = { name: string; version: string; demo: boolean; signUp: boolean; signInWith: (string)[] };

export type User = { id: string; email: string; displayName: string; roles: ("reader" | "publisher" | "moderator" | "operator")[]; hasPassword: boolean; createdAt: string; disabledAt: string | null };

export type Session = { id: string; method: string; userAgent: string; address: string; createdAt: string; lastUsedAt: string; expiresAt: string; current: boolean };

export type Passkey = { id: string; name: string; backedUp: boolean; createdAt: string; lastUsedAt: string | null };

export type Identity = { id: string; issuer: string; createdAt: string; lastUsedAt: string };

export type Token = { id: string; name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "service")[]; createdAt: string; lastUsedAt: string | null; expiresAt: string | null };

export type AuditEntry = { id: string; at: string; actorKind: string; actorId: string | null; action: string; subjectKind: string | null; subjectId: string | null; network: string | null; traceId: string | null; detail: Record<string, unknown> };

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
  createToken: { input: { body: { name: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "service")[]; expiresAt?: string | null }; idempotencyKey?: string }; output: { token: Token; secret: string } };
  /** Revoke one of your API tokens */
  revokeToken: { input: { params: { id: string } }; output: undefined };
  /** Everything about you, as one archive */
  exportAccount: { input: undefined; output: Blob };
  /** Erase your account */
  eraseAccount: { input: undefined; output: { dueAt: string } };
  /** Get a short signed token to show to another service */
  createServiceToken: { input: { body: { audience: string; scopes: ("account:read" | "account:write" | "admin:read" | "admin:write" | "service")[] } }; output: { token: string; expiresAt: string } };
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
  listAudit: { input: { query?: { limit?: number; cursor?: string; actor?: string; action?: "account.created" | "account.disabled" | "account.enabled" | "account.erasure-finished" | "account.erasure-requested" | "account.export-made" | "account.first-operator" | "account.renamed" | "account.sign-up-refused" | "email.changed" | "identity.linked" | "identity.unlinked" | "link.created" | "passkey.added" | "passkey.cloned" | "passkey.removed" | "passkey.renamed" | "password.changed" | "proof.failed" | "proof.renewed" | "roles.changed" | "session.ended" | "session.secret-reused" | "session.signed-out" | "session.others-ended" | "sign-in.failed" | "sign-in.succeeded" | "signing-key.created" | "token.created" | "token.revoked" } }; output: { items: (AuditEntry)[]; nextCursor: string | null } };
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
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
