import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FailureReason } from '../failure.ts';
import { ResponseHeaders } from '../headers.ts';
import { ChunkedBody } from './chunked.ts';
import { framingOf } from './framing.ts';
import { readHead } from './head.ts';
import { HeadBuffer } from './head-buffer.ts';

test('property: a chunked body is read correctly wherever the network splits it', () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
  fc.assert(
    fc.property(chunks, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (parts, cuts) => {
      const wire = Buffer.concat([
        ...parts.map(part => Buffer.concat([Buffer.from(`${part.length.toString(16)};a=b\r\n`), part, CRLF])),
        Buffer.from('0\r\nTrailer: x\r\n\r\nREST'),
      ]);
      const body = new ChunkedBody();
      const taken: Uint8Array[] = [];
      let read = 0;
      for (const piece of cut(wire, cuts))
        read += body.read(piece, 0, chunk => taken.push(Buffer.from(chunk)));
      assert.ok(body.isDone);
      assert.equal(wire.subarray(read).toString(), 'REST');
      assert.ok(Buffer.concat(taken).equals(Buffer.concat(parts)));
    }),
  );
});

test('property: a head is found wherever the network splits it, and the bytes after it are left untouched', () => {
  const line = fc.stringMatching(/^[a-z-]{1,12}: [ -~]{0,30}$/);
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 10 }),
      fc.constantFrom('\r\n', '\n'),
      cuts,
      (lines, end, sizes) => {
        const head = ['HTTP/1.1 200 OK', ...lines].join(end);
        const wire = Buffer.from(`${head}${end}${end}REST`);
        const buffer = new HeadBuffer(10_000);
        let at = 0;
        for (const piece of cut(wire, sizes)) {
          const found = buffer.take(piece, 0);
          if (found !== null) {
            assert.equal(found.text.replace(/\r$/, ''), head);
            assert.equal(wire.subarray(at + found.end).toString(), 'REST');
            return;
          }
          at += piece.length;
        }
        assert.fail('the head was not found');
      },
    ),
  );
});

test('property: any bytes are either parsed as a head or rejected with a FailureReason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const text = Buffer.from(bytes).toString('latin1');
      for (const candidate of [text, `HTTP/1.1 200 OK\r\n${text}`]) {
        try {
          const { status, headers } = readHead(candidate, 50);
          assert.ok(status >= 100 && status <= 999);
          for (const [name, value] of headers) {
            assert.match(name, /^[!#$%&'*+.^_`|~0-9a-z-]+$/);
            assert.ok(!value.includes('\n'));
          }
          framingOf('GET', status, new ResponseHeaders(headers));
        } catch (error) {
          assert.ok(error instanceof FailureReason, String(error));
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('header values keep every byte except surrounding blanks', () => {
  const { headers } = readHead('HTTP/1.1 200 OK\r\nETag: \t "\u00a0\u00e9\u0085" \t\r\nX:\r\n', 10);
  assert.deepEqual(headers, [
    ['etag', '"\u00a0\u00e9\u0085"'],
    ['x', ''],
  ]);
});

function* cut(wire: Buffer, sizes: readonly number[]): Generator<Buffer> {
  let at = 0;
  for (let turn = 0; at < wire.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield wire.subarray(at, at + size);
    at += size;
  }
}

const CRLF = Buffer.from('\r\n');
