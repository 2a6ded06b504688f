/** The authenticated caller. Every user-scoped query takes its user id from here (AUTH-3). */
export interface Principal {
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly credential: SessionCredential | TokenCredential | ServiceCredential;
}

export interface SessionCredential {
  readonly kind: 'session';
  readonly id: string;
  /** When the user last authenticated by password, passkey or identity provider. */
  readonly provenAt: number;
  /**
   * The session is not complete: it needs a code of the second factor, or a role requires setting one up. Admission treats
   * its holder as a visitor everywhere else.
   */
  readonly awaits?: 'code' | 'enrolment';
}

export interface TokenCredential {
  readonly kind: 'token';
  readonly id: string;
  readonly scopes: readonly Scope[];
}

/** A short-lived signed token that one service presents to another. */
export interface ServiceCredential {
  readonly kind: 'service';
  readonly id: string;
  readonly scopes: readonly Scope[];
}

/** AUTH-2. Every account has the role reader; the other roles are granted. */
export const ROLES = ['reader', 'publisher', 'moderator', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** The permissions that a token can have. A session has all permissions of its user. */
export const SCOPES = {
  'account:read': 'Read your account, its sessions, passkeys and tokens',
  'account:write': 'Change your account',
  'admin:read': 'Read accounts, the audit log, tasks and the event log (operators)',
  'admin:write': 'Change accounts and their roles, tasks and the event log (operators)',
  'publish:write': 'Submit articles to sources that you are verified for',
  'queues:manage': 'View queues, change their settings, purge and redrive them (operators)',
  'queues:use': 'Publish messages to queues, receive and finish them (operators)',
  'reading:read': 'See which stories you have read',
  'reading:write': 'Mark stories as read',
  service: 'Create short-lived service tokens for other services',
  'signals:forward': 'Send signals on behalf of readers, with their address and browser (operators)',
  'sources:read': 'Read sources and their articles',
  'sources:write': 'Add, change and remove sources (operators)',
  'stories:edit': 'Edit stories, topics and topic rules (operators)',
} as const satisfies Record<string, string>;
export type Scope = keyof typeof SCOPES;

/** Scopes that only operators may have; they have no effect while their user is not an operator. */
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
