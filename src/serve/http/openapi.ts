import type { TSchema } from 'typebox';
import { PROBLEMS, type ProblemCode } from '../../errors.ts';
import { ROLES, SCOPES } from '../../model/principal.ts';
import type { Access, Route } from './route.ts';

/** HTTP-1: builds the OpenAPI 3.1 document from the table of routes; 3.1 uses JSON Schema directly. */
export function openapi(routes: readonly Route[], info: { title: string; version: string }): OpenApiDocument {
  const schemas: Record<string, unknown> = { Problem: PROBLEM };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    paths[route.path] = path;
    path[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(route => route.tag))].map(name => ({ name })),
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  };
}

function operation(route: Route, schemas: Record<string, unknown>): Record<string, unknown> {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...describe(route),
    tags: [route.tag],
    ...(route.access === 'public'
      ? { security: [] }
      : { security: [{ session: [] }, { bearer: [route.access.scope] }] }),
    ...parameters(route),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: refer(route.body, schemas) } },
          },
        }
      : {}),
    responses: { ...successes(route, schemas), ...problems(route) },
  };
}

function describe({ description, access }: Route): { description?: string } {
  const sentences = [description, accessInWords(access)].filter(text => text !== undefined);
  return sentences.length > 0 ? { description: sentences.join('\n\n') } : {};
}

function accessInWords(access: Access): string | undefined {
  if (access === 'public') return undefined;
  const needs = [`scope \`${access.scope}\``];
  if (access.role) needs.push(`role \`${access.role}\``);
  if (access.fresh) needs.push('a session with a sign-in of the last 15 minutes');
  return `Needs ${needs.join(', ')}.`;
}

function parameters(route: Route): { parameters?: unknown[] } {
  const list = [...named(route.params, 'path'), ...named(route.query, 'query')];
  if (route.idempotent) list.push(IDEMPOTENCY_KEY);
  return list.length > 0 ? { parameters: list } : {};
}

function named(schema: TSchema | undefined, where: 'path' | 'query'): unknown[] {
  if (!schema || !('properties' in schema)) return [];
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as Record<string, { description?: string }>).map(
    ([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(property.description ? { description: property.description } : {}),
      schema: property,
    }),
  );
}

function successes(route: Route, schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, { description, schema, contentType }]) => [
      status,
      {
        description,
        ...(schema
          ? { content: { [contentType ?? 'application/json']: { schema: refer(schema, schemas) } } }
          : contentType
            ? { content: { [contentType]: { schema: { type: 'string', contentMediaType: contentType } } } }
            : {}),
      },
    ]),
  );
}

/** Each status once, with its possible codes. */
function problems(route: Route): Record<string, unknown> {
  const codes: ProblemCode[] = [
    ...(['too-many-requests', 'internal', 'database-away', 'database-not-writable'] as const),
    ...(route.problems ?? []),
  ];
  if (route.params || route.query || route.body) codes.push('validation-failed');
  if (route.access !== 'public')
    codes.push('not-signed-in', 'invalid-credentials', 'scope-missing', 'cross-site-request');
  if (route.idempotent)
    codes.push('idempotency-key-invalid', 'idempotency-key-in-use', 'idempotency-key-reused');
  const byStatus = Map.groupBy(new Set(codes), code => String(PROBLEMS[code].status));
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map(code => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** A schema with a title becomes a named component; all others stay inline. */
function refer(schema: TSchema, schemas: Record<string, unknown>): unknown {
  const plain: unknown = JSON.parse(JSON.stringify(schema));
  return extract(plain, schemas);
}

function extract(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map(item => extract(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, extract(value, schemas)]));
  const title = copy['title'];
  if (typeof title !== 'string' || !/^[A-Z]\w*$/.test(title)) return copy;
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your choice, new for each thing you want done. A repeat of the request with the same value takes effect once and gets the same answer, for at least a day.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const PROBLEM = {
  title: 'Problem',
  description: 'What went wrong (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    faults: {
      type: 'array',
      items: {
        type: 'object',
        required: ['in', 'at', 'message'],
        properties: {
          in: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
          at: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    traceId: { type: 'string' },
  },
};

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The cookie of a signed-in browser (`__Host-session` over https).',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal API token or a service token. Scopes: ${Object.entries(SCOPES)
      .map(([name, help]) => `\`${name}\` (${help})`)
      .join(', ')}. Roles: ${ROLES.join(', ')}.`,
  },
};

export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: unknown[];
  tags: { name: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}
