import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { createValidatorCompiler } from '../http/validation.ts';
import { API_ROUTES } from './index.ts';

/** They are compiled with the first request of a route, so a schema that cannot be compiled shows here. */
test('API-2: every schema of every route can be compiled', async () => {
  const compile = createValidatorCompiler();
  const app = Fastify();
  const faults: string[] = [];
  let compiled = 0;
  const attempt = (what: string, work: () => unknown) => {
    try {
      work();
      compiled++;
    } catch (error) {
      faults.push(`${what}: ${error}`);
    }
  };
  app.get('/', (_request, reply) => {
    for (const { method, path: url, params, query, body, responses } of API_ROUTES) {
      const parts = { params, querystring: query, body };
      for (const [httpPart, schema] of Object.entries(parts))
        if (schema)
          attempt(`${method} ${url} ${httpPart}`, () => compile({ schema, method, url, httpPart })({}));
      for (const [status, { schema }] of Object.entries(responses))
        if (schema)
          attempt(`${method} ${url} ${status}`, () =>
            reply.compileSerializationSchema({ ...schema }, status),
          );
    }
    return reply.send('done');
  });
  assert.equal((await app.inject('/')).body, 'done');
  assert.deepEqual(faults, []);
  assert.ok(compiled > API_ROUTES.length, `${compiled} schemas`);
});

test('a schema that cannot be compiled is found', () => {
  const compile = createValidatorCompiler();
  const validate = compile({ schema: { type: 'nothing' }, method: 'GET', url: '/', httpPart: 'body' });
  assert.throws(() => validate({}), /type/);
});
