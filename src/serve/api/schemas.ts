import Type, { type Static, type TSchema } from 'typebox';
import type { AuditEntry, SessionSummary, TokenSummary, User } from '../../accounts/index.ts';
import { ROLES, type Role, SCOPES, type Scope } from '../../model/principal.ts';

/** Shared schemas of the API. Schemas with a title become named components. */

export const Id = Type.String({ format: 'uuid' });
export const Moment = Type.String({ format: 'date-time' });
export const Email = Type.String({ minLength: 3, maxLength: 254 });
export const Password = Type.String({
  minLength: 1,
  maxLength: 1_024,
  description: 'At least 10 characters; length matters more than special characters.',
});
export const Name = Type.String({ minLength: 1, maxLength: 80 });
export const RoleSchema = oneOf(ROLES);
export const ScopeSchema = oneOf(Object.keys(SCOPES) as Scope[]);
export const IdParams = object({ id: Id });

export const UserSchema = object(
  {
    id: Id,
    email: Type.String(),
    emailConfirmedAt: orNull(Moment),
    displayName: Type.String(),
    roles: Type.Array(RoleSchema),
    hasPassword: Type.Boolean(),
    createdAt: Moment,
    disabledAt: orNull(Moment),
  },
  { title: 'User' },
);

export const SessionSchema = object(
  {
    id: Id,
    method: Type.String(),
    userAgent: Type.String(),
    address: Type.String(),
    createdAt: Moment,
    lastUsedAt: Moment,
    expiresAt: Moment,
    current: Type.Boolean({ description: 'Whether this is the current session.' }),
  },
  { title: 'Session' },
);

export const TokenSchema = object(
  {
    id: Id,
    name: Type.String(),
    scopes: Type.Array(ScopeSchema),
    createdAt: Moment,
    lastUsedAt: orNull(Moment),
    expiresAt: orNull(Moment),
  },
  { title: 'Token' },
);

export const AuditEntrySchema = object(
  {
    id: Id,
    at: Moment,
    actorKind: Type.String(),
    actorId: orNull(Id),
    action: Type.String(),
    subjectKind: orNull(Type.String()),
    subjectId: orNull(Type.String()),
    network: orNull(Type.String()),
    traceId: orNull(Type.String()),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry' },
);

/** ALL-3: paging of every list. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'The `nextCursor` of the previous page.' }),
  ),
};

export function pageOf<T extends TSchema>(item: T) {
  return object({ items: Type.Array(item), nextCursor: orNull(Type.String()) });
}

/** Objects are closed: unknown properties are errors in requests and responses. */
export function object<P extends Record<string, TSchema>>(
  properties: P,
  options: { title?: string; description?: string } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A JSON Schema `enum`. */
export function oneOf<const V extends readonly string[]>(values: V) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });
}

export function showUser(user: User): Static<typeof UserSchema> {
  return {
    id: user.id,
    email: user.email,
    emailConfirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
    displayName: user.displayName,
    roles: [...user.roles] as Role[],
    hasPassword: user.hasPassword,
    createdAt: user.createdAt.toISOString(),
    disabledAt: user.disabledAt?.toISOString() ?? null,
  };
}

export function showSession(session: SessionSummary, currentId: string): Static<typeof SessionSchema> {
  return {
    id: session.id,
    method: session.method,
    userAgent: session.userAgent,
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    current: session.id === currentId,
  };
}

export function showToken(token: TokenSummary): Static<typeof TokenSchema> {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    expiresAt: token.expiresAt?.toISOString() ?? null,
  };
}

export function showAuditEntry({ at, detail, ...entry }: AuditEntry): Static<typeof AuditEntrySchema> {
  return {
    ...entry,
    at: at.toISOString(),
    detail: typeof detail === 'object' && detail !== null ? { ...detail } : {},
  };
}
