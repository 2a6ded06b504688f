/** Who is asking, as proven by a credential. Every user-scoped query takes its user id from here (AUTH-3). */
export interface Principal {
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly credential: SessionCredential | TokenCredential | ServiceCredential;
}

export interface SessionCredential {
  readonly kind: 'session';
  readonly id: string;
  /** When the person last proved who they are, by password, passkey or identity provider. */
  readonly provenAt: number;
}

export interface TokenCredential {
  readonly kind: 'token';
  readonly id: string;
  readonly scopes: readonly Scope[];
}

/** A short signed token that one service shows to another. */
export interface ServiceCredential {
  readonly kind: 'service';
  readonly id: string;
  readonly scopes: readonly Scope[];
}

/** AUTH-2. Everybody with an account is a reader; the others are given. */
export const ROLES = ['reader', 'publisher', 'moderator', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** What a token may be allowed to do. A session may do all that its person may. */
export const SCOPES = {
  'account:read': 'Read your account, its sessions, passkeys and tokens',
  'account:write': 'Change your account',
  'admin:read': 'Read users, the audit log, tasks and the log (operators)',
  'admin:write': 'Change users and their roles, tasks and the log (operators)',
  'publish:write': 'Submit articles to sources that you are verified for',
  'queues:manage': 'Look at queues, change their settings, purge and redrive them (operators)',
  'queues:use': 'Publish messages to queues, receive and finish them (operators)',
  'reading:read': 'See which stories you have read',
  'reading:write': 'Mark stories as read',
  service: 'Get short service tokens to show to other services',
  'signals:forward': 'Send what readers did on their behalf, stating who they are (operators)',
  'sources:read': 'Read sources and their articles',
  'sources:write': 'Add, change and remove sources (operators)',
  'stories:edit': 'Overrule stories, and change topics and their rules (operators)',
} as const satisfies Record<string, string>;
export type Scope = keyof typeof SCOPES;

/** Scopes that only operators may have, and that sleep while their person is none. */
export function isForOperators(scope: string): boolean {
  return (
    scope.startsWith('admin:') ||
    scope.startsWith('queues:') ||
    scope === 'signals:forward' ||
    scope === 'sources:write' ||
    scope === 'stories:edit'
  );
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/** Whether the credential allows the scope; a session allows all. */
export function allows(principal: Principal, scope: Scope): boolean {
  const { credential } = principal;
  return credential.kind === 'session' || credential.scopes.includes(scope);
}
