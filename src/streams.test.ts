import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as catalogue from './streams.ts';
import { defineStream, STREAMS } from './streams.ts';

const source = await readSource();

for (const [constant, stream] of Object.entries(catalogue))
  if (typeof stream === 'object' && 'name' in stream)
    test(`${stream.name} is listed, and has a producer and a consumer`, () => {
      assert.ok(STREAMS.some(({ name }) => name === stream.name));
      assert.match(source, new RegExp(`\\.append(Now)?\\(\\s*(\\w+,\\s*)?${constant}\\b`));
      assert.match(source, new RegExp(`(\\.tail\\(\\s*|\\bstream: )${constant}\\b`));
    });

test('every stream in the list is exported, and no name is used twice', () => {
  const exported = Object.values(catalogue).flatMap(each =>
    typeof each === 'object' && 'name' in each ? [each.name] : [],
  );
  assert.deepEqual(new Set(STREAMS.map(({ name }) => name)), new Set(exported));
  assert.equal(exported.length, STREAMS.length);
});

test('an event states its version from version 2 on, and every version has its own decoder', () => {
  const first = defineStream<number>({ ...SETTINGS, version: 1, encode: n => n, decode: { 1: read } });
  const second = defineStream<number>({
    ...SETTINGS,
    version: 2,
    encode: n => ({ double: 2 * n }),
    decode: {
      1: read,
      2: data => (data instanceof Object && 'double' in data ? read(data.double, '') / 2 : null),
    },
  });
  assert.equal(first.encode(4), 4);
  assert.deepEqual(second.encode(4), { v: 2, double: 8 });
  assert.equal(second.decode(first.encode(4), ''), 4);
  assert.equal(second.decode(second.encode(4), ''), 4);
  assert.throws(() => first.decode({ v: 2, double: 8 }, ''), /version 2 of an event is unknown/);
  assert.throws(() => second.decode({ v: 2 }, ''), /does not have the shape of version 2/);
});

const SETTINGS = {
  name: 'test',
  description: 'Numbers.',
  keyedBy: 'number',
  key: String,
  partitions: 1,
  retentionDays: 1,
};

function read(data: unknown, _key: string): number {
  return Number(data);
}

async function readSource(): Promise<string> {
  const parts: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname }))
    if (!/\.test(ing)?\.ts$/.test(file)) parts.push(await readFile(join(import.meta.dirname, file), 'utf8'));
  return parts.join('\n');
}
