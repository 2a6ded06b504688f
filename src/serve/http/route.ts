import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ClientInfo } from '../../accounts/context.ts';
import type { AppContext } from '../../app/context.ts';
import type { EncodedBody } from '../../app/encoded-body.ts';
import type { ProblemCode } from '../../errors.ts';
import type { Principal, Role, Scope } from '../../model/principal.ts';

/**
 * A route is defined once: its schemas validate the request, type the handler, serialise the response (fields outside
 * the schema are dropped) and become the OpenAPI document.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly responses: Responses;
  /** Problems of this route in addition to those of every route. */
  readonly problems?: readonly ProblemCode[];
  readonly cache?: Cache;
  /** Accepts an Idempotency-Key: the handler then runs in one transaction with the stored response. */
  readonly idempotent?: boolean;
  /** A rate limit in addition to the general one. */
  readonly limit?: RouteLimit;
  /** Admits sessions that still need their second factor: only for what completes or ends them. */
  readonly beforeSecondFactor?: boolean;
  /** May respond synchronously. */
  readonly handler: (call: Call) => Promise<Answer> | Answer;
}

/**
 * `public` admits everyone and resolves the caller if there is a credential. `user` requires a credential with the scope.
 * With `role`, the person must have the role now, whatever the credential says. `fresh` requires a session with a proof
 * of identity within the last quarter of an hour: a stolen cookie must not suffice.
 */
export type Access = 'public' | { readonly scope: Scope; readonly role?: Role; readonly fresh?: boolean };

export type Responses = Readonly<
  Record<number, { readonly description: string; readonly schema?: TSchema; readonly contentType?: string }>
>;

/** `public` may be cached by anyone for this many seconds and is then revalidated by ETag. */
export type Cache = { readonly public: number } | 'private' | 'no-store';

export interface RouteLimit {
  readonly name: string;
  readonly perMinutes: number;
  readonly count: number;
}

export interface Call<Params = unknown, Query = unknown, Body = unknown, P = Principal | null> {
  readonly context: AppContext;
  readonly principal: P;
  readonly client: ClientInfo;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of a body: precomputed JSON that matches the schema. */
  readonly ready?: EncodedBody;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** Ties the schemas of a route to the types of its handler. */
export function defineRoute<
  const A extends Access,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  const R extends Responses = Responses,
>(route: TypedRoute<A, Params, Query, Body, R>): Route {
  // The only place that drops the handler's precise types: Fastify has validated what they promise.
  return route as unknown as Route;
}

type TypedRoute<
  A extends Access,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  R extends Responses,
> = Omit<Route, 'access' | 'params' | 'query' | 'body' | 'responses' | 'handler'> & {
  readonly access: A;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly responses: R;
  readonly handler: (
    call: Call<
      Static<Params>,
      Static<Query>,
      Static<Body>,
      A extends 'public' ? Principal | null : Principal
    >,
  ) => Promise<TypedAnswer<NoInfer<R>>> | TypedAnswer<NoInfer<R>>;
};

/** A declared status with the body of its schema. */
type TypedAnswer<R extends Responses> = {
  [S in keyof R & number]: Omit<Answer, 'status' | 'body' | 'ready'> & {
    readonly status: S;
  } & (R[S] extends {
      readonly schema: infer B extends TSchema;
    }
      ? { readonly body: Static<B> } | { readonly ready: EncodedBody }
      : { readonly body?: unknown });
}[keyof R & number];
