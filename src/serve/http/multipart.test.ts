import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMultipart, UploadedFile } from './multipart.ts';

test('SRC-3: fields and files of a form are parsed byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 30 }), async (bytes, text) => {
      const form = new FormData();
      form.set('folder', text);
      form.set('list', new File([Uint8Array.from(bytes)], 'my "feeds".opml'));
      const sent = new Response(form);
      const type = sent.headers.get('content-type') ?? '';
      const fields = readMultipart(Buffer.from(await sent.arrayBuffer()), type);
      assert.equal(fields['folder'], text.replace(/\r\n?|\n/g, '\r\n').toWellFormed());
      const { list } = fields;
      assert.ok(list instanceof UploadedFile);
      assert.deepEqual(list.content, Buffer.from(bytes));
    }),
  );
});

test('a body that is not a form is refused or parsed as empty', () => {
  assert.throws(() => readMultipart(Buffer.from('x'), 'multipart/form-data'), /boundary/);
  for (const body of [
    '',
    '--b',
    '--b\r\n--b--',
    '--b\r\nnothing\r\n--b--',
    '--b\r\n\r\n\r\nno name\r\n--b--',
  ])
    assert.deepEqual(
      Object.keys(readMultipart(Buffer.from(body), 'multipart/form-data; boundary=b')),
      [],
      body,
    );
});
