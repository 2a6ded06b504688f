import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ClientInfo } from '../../accounts/context.ts';
import type { AppContext } from '../../app/context.ts';
import type { EncodedBody } from '../../app/encoded-body.ts';
import type { ProblemCode } from '../../errors.ts';
import type { Principal, Role, Scope } from '../../model/principal.ts';

/**
 * A route says everything about itself once: the schemas validate the request, type the handler, serialise
 * the answer (fields that are not in the schema never leave) and become the OpenAPI document.
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
  /** Problems that this route answers with beyond those that every route may. */
  readonly problems?: readonly ProblemCode[];
  readonly cache?: Cache;
  /** Accepts an Idempotency-Key: the handler then runs in one transaction together with the stored answer. */
  readonly idempotent?: boolean;
  /** A limit of its own, beside the general one. */
  readonly limit?: RouteLimit;
  /** Answers at once where nothing is to be waited for. */
  readonly handler: (call: Call) => Promise<Answer> | Answer;
}

/**
 * `public` lets everybody in and tells who they are if they say so. `user` needs a credential with the scope.
 * With `role`, the person must have it now, whatever the credential once said. `fresh` needs a session whose
 * person proved who they are within the last quarter of an hour: what a stolen cookie must not do.
 */
export type Access = 'public' | { readonly scope: Scope; readonly role?: Role; readonly fresh?: boolean };

export type Responses = Readonly<
  Record<number, { readonly description: string; readonly schema?: TSchema; readonly contentType?: string }>
>;

/** `public` may be kept by anybody for so many seconds and is checked by ETag afterwards. */
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
  /** Instead of a body: JSON as the schema says, written before anybody asked. */
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
  // The one place where the handler's precise types are given up: Fastify has validated what they promise.
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

/** A status that the route declares, with the body that its schema says. */
type TypedAnswer<R extends Responses> = {
  [S in keyof R & number]: Omit<Answer, 'status' | 'body' | 'ready'> & {
    readonly status: S;
  } & (R[S] extends {
      readonly schema: infer B extends TSchema;
    }
      ? { readonly body: Static<B> } | { readonly ready: EncodedBody }
      : { readonly body?: unknown });
}[keyof R & number];
