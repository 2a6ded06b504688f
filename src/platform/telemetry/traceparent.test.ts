import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatTraceparent, parseTraceparent } from './trace.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  it('is parsed as W3C defines it', () => {
    const sampled = { traceId: TRACE, spanId: SPAN, sampled: true };
    assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), sampled);
    assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-00`), { ...sampled, sampled: false });
    assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-ff`), sampled);
  });

  it('of a later version may have more fields, that of version 00 may not', () => {
    assert.equal(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-the-future-brings`)?.traceId, TRACE);
    assert.equal(parseTraceparent(`cc-${TRACE}-${SPAN}-01.what`), null);
    assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-01-what`), null);
  });

  const malformed = {
    'nothing at all': undefined,
    'an empty header': '',
    'the invalid version ff': `ff-${TRACE}-${SPAN}-01`,
    'a trace id of zeros': `00-${'0'.repeat(32)}-${SPAN}-01`,
    'a parent id of zeros': `00-${TRACE}-${'0'.repeat(16)}-01`,
    'upper case': `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    'a short trace id': `00-${TRACE.slice(1)}-${SPAN}-01`,
    'an invalid digit': `00-${TRACE.slice(1)}g-${SPAN}-01`,
    'a leading space': ` 00-${TRACE}-${SPAN}-01`,
    'a trailing line end': `00-${TRACE}-${SPAN}-01\n`,
    'a line end inside a later version': `01-${TRACE}-${SPAN}-01-a\nb`,
    'two headers in one': `00-${TRACE}-${SPAN}-01,00-${TRACE}-${SPAN}-01`,
    'a megabyte': `01-${TRACE}-${SPAN}-01-${'a'.repeat(1_000_000)}`,
  };
  for (const [what, header] of Object.entries(malformed)) {
    it(`refuses ${what}`, () => assert.equal(parseTraceparent(header), null));
  }

  it('parses what it formats', () => {
    const hex = (length: number) =>
      fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter(id => !/^0+$/.test(id));
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, sampled) => {
        const span = { traceId, spanId, sampled };
        assert.deepEqual(parseTraceparent(formatTraceparent(span)), span);
      }),
    );
  });
});
