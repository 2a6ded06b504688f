import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressOf, parseAddress } from './address.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('ARC-1 content addresses', () => {
  test('are the SHA-256 of the bytes', () => {
    assert.equal(addressOf(new Uint8Array()), EMPTY);
    assert.equal(parseAddress(EMPTY), EMPTY);
  });

  test('are the only accepted text: no path traversal passes', () => {
    const attacks = [
      '',
      '..',
      '../../../../etc/passwd',
      `../${EMPTY}`,
      `${EMPTY}/..`,
      `${EMPTY}.zst`,
      `${EMPTY}\n`,
      `${EMPTY}\0`,
      `\n${EMPTY}`,
      ` ${EMPTY}`,
      EMPTY.toUpperCase(),
      EMPTY.slice(1),
      `${EMPTY}0`,
      `/${EMPTY.slice(1)}`,
      `..${'/'.repeat(62)}`,
      `%2e%2e%2f${EMPTY.slice(9)}`,
      `ａ${EMPTY.slice(1)}`,
      `${EMPTY.slice(0, 62)}é`,
    ];
    for (const attack of attacks) assert.equal(parseAddress(attack), null, JSON.stringify(attack));
  });

  test('are always exactly 64 digits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 64, maxLength: 64 })),
        text => {
          const address = parseAddress(text);
          if (address !== null) assert.match(address, /^[0-9a-f]{64}$/);
        },
      ),
    );
  });
});
