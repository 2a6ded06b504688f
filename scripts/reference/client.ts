import type { OpenApiDocument } from '../../src/serve/http/openapi.ts';

/** The types of the client, and its table of operations, written from the OpenAPI document. */
export function clientSource(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  return [
    '// Generated from docs/reference/openapi.json by `npm run generate`. Do not edit.',
    '',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
    ),
    'export interface Operations {',
    ...operations.map(describeOperation),
    '}',
    '',
    'export const OPERATIONS = {',
    ...operations.map(({ id, method, path }) => `  ${id}: { method: '${method}', path: '${path}' },`),
    '} as const satisfies Record<keyof Operations, { method: string; path: string }>;',
    '',
  ].join('\n');
}

function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => {
      const operation = asRecord(details);
      return { id: String(operation['operationId']), method: method.toUpperCase(), path, details: operation };
    }),
  );
}

function describeOperation({ id, details }: Operation): string {
  const fields = [
    parametersType(details, 'path', 'params'),
    parametersType(details, 'query', 'query'),
    bodyType(details),
    ...(hasHeader(details, 'Idempotency-Key') ? ['idempotencyKey?: string'] : []),
  ].filter(field => field !== null);
  const input = fields.length > 0 ? `{ ${fields.join('; ')} }` : 'undefined';
  return `  /** ${String(details['summary'])} */\n  ${id}: { input: ${input}; output: ${outputType(details)} };`;
}

function parametersType(details: Schema, where: string, name: string): string | null {
  const list = asList(details['parameters']).filter(parameter => parameter['in'] === where);
  if (list.length === 0) return null;
  const optional = list.every(parameter => parameter['required'] !== true);
  const members = list.map(
    p => `${String(p['name'])}${p['required'] === true ? '' : '?'}: ${typeOf(p['schema'])}`,
  );
  return `${name}${optional ? '?' : ''}: { ${members.join('; ')} }`;
}

function bodyType(details: Schema): string | null {
  const schema = contentSchema(details['requestBody'], 'application/json');
  return schema === undefined ? null : `body: ${typeOf(schema)}`;
}

function hasHeader(details: Schema, name: string): boolean {
  return asList(details['parameters']).some(
    parameter => parameter['in'] === 'header' && parameter['name'] === name,
  );
}

/** The type of a successful response: JSON by its schema, other content as bytes, or nothing. */
function outputType(details: Schema): string {
  const types = Object.entries(asRecord(details['responses']))
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => {
      const content = Object.keys(asRecord(asRecord(response)['content']));
      const schema = contentSchema(response, 'application/json');
      return schema !== undefined ? typeOf(schema) : content.length > 0 ? 'Blob' : 'undefined';
    });
  return [...new Set(types)].join(' | ') || 'undefined';
}

function contentSchema(holder: unknown, contentType: string): unknown {
  return asRecord(asRecord(asRecord(holder)['content'])[contentType])['schema'];
}

function typeOf(node: unknown): string {
  const schema = asRecord(node);
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(value => JSON.stringify(value)).join(' | ');
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return choices.map(typeOf).join(' | ');
  const type = schema['type'];
  if (Array.isArray(type)) return type.map(single => typeOf({ ...schema, type: single })).join(' | ');
  return plainType(String(type), schema);
}

function plainType(type: string, schema: Schema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf(schema['items'])})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(asRecord(schema['properties'])).map(
    ([name, property]) =>
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)}`,
  );
  return members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<string, unknown>';
}

function asRecord(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

function asList(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

type Schema = Record<string, unknown>;

interface Operation {
  id: string;
  method: string;
  path: string;
  details: Schema;
}
