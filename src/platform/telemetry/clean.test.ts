import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanAttributes, cleanError, cleanInto, cleanText, LIMITS } from './clean.ts';

const clean = (fields: Record<string, unknown>) => cleanInto({}, fields);

describe('log fields are copied without secrets and within limits', () => {
  it('plain values are unchanged', () => {
    const fields = { source: 'bbc', status: 200, ok: true, nothing: null, list: [1, 'two', { three: 3 }] };
    assert.deepEqual(clean(fields), fields);
  });

  it('values without a JSON form are described', () => {
    const fields = {
      date: new Date(0),
      never: new Date(Number.NaN),
      url: new URL('https://me:s3cr3t@example.com/a'),
      bytes: Buffer.from('abc'),
      nan: Number.NaN,
      big: 10n,
      call: () => 1,
      map: new Map([['a', 1]]),
      set: new Set(['a']),
    };
    assert.deepEqual(clean(fields), {
      date: '1970-01-01T00:00:00.000Z',
      never: 'Invalid Date',
      url: 'https://[redacted]@example.com/a',
      bytes: '[3 bytes]',
      nan: 'NaN',
      big: '10',
      call: '[function]',
      map: { a: 1 },
      set: ['a'],
    });
  });

  it('secrets are redacted by name at any depth, also in maps and lists of pairs', () => {
    const fields = {
      a: { b: { c: [{ refreshToken: 's3cr3t' }] } },
      headers: new Map([['cookie', 's3cr3t']]),
      rawHeaders: ['Host', 'example.com', 'Cookie', 's3cr3t'],
      pairs: [['x-api-key', 's3cr3t']],
    };
    const text = JSON.stringify(clean(fields));
    assert.doesNotMatch(text, /s3cr3t/);
    assert.match(text, /example\.com/);
  });

  it('a boolean or null under a secret name is kept', () => {
    assert.deepEqual(clean({ password: null, hasToken: true }), { password: null, hasToken: true });
  });

  it('a long text is truncated and its length added', () => {
    const { body } = clean({ body: 'x'.repeat(1_000_000) });
    assert.equal(body, `${'x'.repeat(LIMITS.text)}… (1000000 characters)`);
  });

  it('a secret that the truncation would split is hidden', () => {
    const text = `${'x'.repeat(LIMITS.text - 10)} token=s3cr3ts3cr3ts3cr3t`;
    assert.doesNotMatch(cleanText(text), /s3cr3t/);
  });

  it('long lists, large objects and deep nesting are cut', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`member${n}`, n]));
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`);
    const { list, object, nested } = clean({ list: Array(1_000).fill(0), object: many, nested: deep });
    assert.ok(Array.isArray(list));
    assert.equal(list.at(-1), '… 936 more');
    assert.equal(Object.keys(Object(object)).length, LIMITS.members + 1);
    assert.match(JSON.stringify(nested), /^(\{"a":){6}"\[left out\]"\}+$/);
  });

  it('cyclic causes end, and an unreadable error does not throw', () => {
    const error = new Error('again');
    error.cause = error;
    assert.equal(cleanError(error).message, 'again');
    const hostile = new Error('x');
    Object.defineProperty(hostile, 'message', { get: () => assert.fail('not to be read') });
    assert.deepEqual(cleanError(hostile), { name: 'Error', message: '[unreadable]' });
    assert.equal(cleanError('just a text').message, 'just a text');
  });

  it('properties that a driver adds to an error are left out, since they may hold a whole row', () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@b)' });
    const { stack, ...rest } = cleanError(error);
    assert.deepEqual(rest, { name: 'Error', code: '23505', message: 'duplicate key' });
  });

  it('an unreadable member does not affect the others', () => {
    const fields = {
      get bad() {
        return assert.fail('not to be read');
      },
      good: 1,
    };
    assert.deepEqual(clean(fields), { bad: '[unreadable]', good: 1 });
  });

  it('prototypes are unchanged', () => {
    const fields: Record<string, unknown> = JSON.parse(
      '{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}}}',
    );
    const copy = clean(fields);
    assert.equal(Object.getPrototypeOf(copy), Object.prototype);
    assert.equal(Reflect.get(Object(copy['a']), 'admin'), undefined);
    assert.equal(Reflect.get({}, 'admin'), undefined);
  });

  it('fields cannot overwrite members of the line', () => {
    assert.deepEqual(clean({ level: 'error', time: 0, msg: 'forged', traceId: 'forged' }), {
      level_: 'error',
      time_: 0,
      msg_: 'forged',
      traceId_: 'forged',
    });
  });

  it('span attributes are bounded and without secrets', () => {
    assert.deepEqual(cleanAttributes({ route: '/feed', status: 200, token: 's3cr3t', ok: true }), {
      route: '/feed',
      status: 200,
      token: '[redacted]',
      ok: true,
    });
    assert.ok(String(cleanAttributes({ url: 'x'.repeat(10_000) })['url']).length < 1_100);
  });

  it('for any input the copy is small JSON, and making it does not throw', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anything), fields => {
        const copy = clean(fields);
        assert.ok(JSON.stringify(copy).length < 20 * LIMITS.line);
      }),
      { numRuns: 300 },
    );
  });

  it('the total length of a line is bounded', () => {
    const texts = Array.from({ length: 60 }, () => 'x'.repeat(100_000));
    const nested = { texts, again: { texts, again: { texts } } };
    assert.ok(JSON.stringify(clean({ nested })).length < 2 * LIMITS.line);
  });
});
