import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { isSecretName, withoutSecrets } from './secrets.ts';

describe('names of secrets', () => {
  const secret = [
    'password',
    'newPassword',
    'passwd',
    'client_secret',
    'token',
    'accessToken',
    'refresh-token',
    'Authorization',
    'Proxy-Authorization',
    'cookie',
    'set-cookie',
    'apiKey',
    'API_KEY',
    'x-api-key',
    'signing_key',
    'encryptionKey',
    'credentials',
    'sid',
    'otp',
    'csrf',
    'jwt',
  ];
  for (const name of secret) it(`include ${name}`, () => assert.equal(isSecretName(name), true));

  const open = [
    'credential',
    'key',
    'source',
    'passed',
    'author',
    'code',
    'monkey',
    'status',
    'keys',
    'inside',
    'hotplate',
  ];
  for (const name of open) it(`do not include ${name}`, () => assert.equal(isSecretName(name), false));
});

describe('secrets inside texts', () => {
  const hidden: Record<string, string> = {
    'the password in an address': 'postgres://me:s3cr3t@db:5432/news',
    'a password in an address with unencoded characters': 'postgres://me:s3/cr#3t?s3cr3t@db/news',
    'a token in an address': 'cloning https://s3cr3t@example.com/repo',
    'a bearer': 'sent Authorization: Bearer s3cr3t-abc',
    'a bearer without its header': 'rejected bearer s3cr3t-abc',
    'basic credentials': 'tried Basic s3cr3tczNjcjN0',
    'a parameter of an address': 'GET /verify?token=s3cr3t&next=/',
    'a sign-in code': '/callback?code=s3cr3t&state=s3cr3t',
    'a pair after another name': 'refused: password=s3cr3t',
    'a member of a JSON text': '{"user":"me","password":"s3cr3t, with spaces s3cr3t"}',
    'a quoted quote': '{"password":"a\\"s3cr3t"}',
    'a JSON text inside a JSON text': '{"body":"{\\"password\\":\\"s3cr3t\\"}"}',
    cookies: 'Cookie: theme=dark; sid=s3cr3t; x=s3cr3t',
    'a cookie that was set': 'set-cookie: sid=s3cr3t; HttpOnly',
    'a signed token': 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzM2NyM3QifQ.s3cr3t-s3cr3t here',
    'a form': 'grant_type=password&client_secret=s3cr3t',
  };
  for (const [what, text] of Object.entries(hidden)) {
    it(`hide ${what}`, () => assert.doesNotMatch(withoutSecrets(text), /s3cr3t/));
  }

  const kept = [
    'https://example.com:8080/feed.xml?page=2&q=a:b',
    'https://social.example/@reader/109',
    'connected to http://localhost:3000',
    'Unexpected token < in JSON at position 0',
    'user=me status: 200 at 12:34:56',
    'mail to someone@example.com',
    'the basic newsletter and the daily digest',
  ];
  for (const text of kept) it(`leave ${text} alone`, () => assert.equal(withoutSecrets(text), text));

  it('hide any value after a secret name', () => {
    const value = fc.stringMatching(/^[\w+/.~%-]{6,40}$/).filter(text => !'[redacted]'.includes(text));
    const name = fc.constantFrom('password', 'access_token', 'x-api-key', 'clientSecret');
    const between = fc.constantFrom('=', ': ', '": "', "='");
    const around = fc.string({ maxLength: 20 }).filter(text => !/[\w.-]$/.test(text));
    fc.assert(
      fc.property(around, name, between, value, (before, secretName, sign, secret) => {
        fc.pre(!before.includes(secret) && !secretName.includes(secret));
        assert.ok(!withoutSecrets(`${before}${secretName}${sign}${secret}`).includes(secret));
      }),
    );
  });

  it('are searched in linear time for any text', () => {
    const pieces = [
      '://a:',
      'eyJ-',
      'bearer ',
      'a=',
      '"',
      'cookie',
      'cookie ',
      '\\',
      'password="',
      'aaaa',
      '&?',
      ':',
    ];
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length));
      const took = cpuMs(() => withoutSecrets(text));
      assert.ok(took < 1_500, `${JSON.stringify(piece)} took ${took} ms`);
    }
  });
});
