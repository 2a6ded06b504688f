import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../errors.ts';
import { checkJson } from './json-value.ts';

test('any JSON value of a sane depth passes', () => {
  for (const value of [null, 0, '', 'é👩‍👩‍👧', [], {}, { a: [{ b: '\n\u0001' }] }, nested(100)])
    checkJson(value, '/body');
});

test('a value that PostgreSQL cannot store or JSON cannot serialise is refused with its JSON Pointer', () => {
  for (const value of ['a\0', '\ud800', ['x\udfff'], { 'k\0': 1 }, { a: { b: ['\0'] } }, nested(101)])
    assert.throws(
      () => checkJson(value, '/messages/3/body'),
      error => error instanceof Problem && error.faults[0]?.at === '/messages/3/body',
    );
});

test('depth costs no stack: a hundred thousand levels are refused like any other', () => {
  assert.throws(() => checkJson(nested(100_000), ''), { code: 'validation-failed' });
});

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
