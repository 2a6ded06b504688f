import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { decodeBytes } from './encoding.ts';
import { encodingOf } from './encoding-labels.ts';

const RUSSIAN = Uint8Array.from([
  0xf1, 0xe5, 0xe3, 0xee, 0xe4, 0xed, 0xff, 0x20, 0xe2, 0x20, 0xec, 0xee, 0xf1, 0xea, 0xe2, 0xe5,
]);

test('PARSE-2: valid UTF-8 is read as UTF-8, whatever the declarations say', () => {
  const { text, encoding, guess } = decodeBytes(utf8('Größe 東京'), 'text/xml; charset=iso-8859-1');
  assert.deepEqual([text, encoding], ['Größe 東京', 'utf-8']);
  assert.match(guess ?? '', /windows-1252/);
});

test('PARSE-2: other bytes are read by their declarations, then by their letters', () => {
  assert.equal(decodeBytes(RUSSIAN, 'text/xml; charset=windows-1251').text, 'сегодня в москве');
  assert.equal(decodeBytes(RUSSIAN, 'text/xml; charset=utf-8').text, 'сегодня в москве');
  assert.equal(decodeBytes(RUSSIAN, null).encoding, 'windows-1251');
});

test('PARSE-2: the document takes precedence over a server that declares Latin-1', () => {
  const bytes = Buffer.concat([utf8('<?xml version="1.0" encoding="windows-1251"?>'), RUSSIAN]);
  assert.match(decodeBytes(bytes, 'text/xml; charset=iso-8859-1').text, /сегодня в москве$/);
});

test('PARSE-2: stray bytes in UTF-8 are read as Western letters', () => {
  const bytes = Buffer.concat([
    utf8('Größe für Müller '),
    Uint8Array.from([0x93, 0x78, 0x94]),
    utf8(' – ende'),
  ]);
  assert.equal(decodeBytes(bytes, null).text, 'Größe für Müller “x” – ende');
});

test('PARSE-2: unofficial labels are understood, and unknown ones are ignored', () => {
  const table: readonly [string, string | null][] = [
    ['UTF8', 'utf-8'],
    ['cp1251', 'windows-1251'],
    ['win-1252', 'windows-1252'],
    ['x-sjis', 'shift_jis'],
    ['gb2312', 'gbk'],
    ['big5-hkscs', 'big5'],
    ['tis-620', 'windows-874'],
    ['ucs-4', 'utf-32be'],
    ['none-such', null],
    ['', null],
  ];
  for (const [label, encoding] of table) assert.equal(encodingOf(label), encoding, label);
});

function utf8(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}
