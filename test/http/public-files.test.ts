import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { webProgram } from '../harness/shared-programs.ts';
import { sendRequest } from './support/send-request.ts';

const DAY = 86_400_000;
const SECURITY = '/.well-known/security.txt';
const site = await webProgram();

test('RFC 9116: security.txt names a contact and its own address, and expires within a year', async () => {
  const response = await sendRequest(site, { path: SECURITY });
  assert.equal(response.status, 200);
  assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8');
  const { expires, ...fields } = fieldsOf(response.text);
  assert.deepEqual(fields, { contact: site.url, canonical: `${site.url}${SECURITY}` });
  const left = Date.parse(expires ?? '') - site.clock.now();
  assert.ok(left > 30 * DAY && left < 365 * DAY, expires);
});

test('RFC 9116: the contact of the crawler is the contact for vulnerabilities, and the expiry moves on', async () => {
  const contact = 'https://news.example/contact';
  const settings = { roles: 'web', 'public-url': 'https://news.example', 'crawl-contact': contact };
  const other = await testProgram({ settings });
  const listening = other.telemetry.lines.find(({ msg }) => msg === 'http.listening')?.['url'];
  const read = async () => fieldsOf((await sendRequest({ url: String(listening) }, { path: SECURITY })).text);
  const first = await read();
  assert.equal(first['contact'], contact);
  assert.equal(first['canonical'], `https://news.example${SECURITY}`);
  await other.clock.advance(DAY);
  assert.equal(Date.parse((await read())['expires'] ?? '') - Date.parse(first['expires'] ?? ''), DAY);
});

test('/favicon.ico is an icon of the site', async () => {
  const [favicon, icon] = [
    await sendRequest(site, { path: '/favicon.ico' }),
    await sendRequest(site, { path: '/icon-192.png' }),
  ];
  assert.deepEqual([favicon.status, favicon.headers['content-type']], [200, 'image/png']);
  assert.ok(icon.bytes.length > 0 && favicon.bytes.equals(icon.bytes));
  assert.match(String(favicon.headers['cache-control']), /^public, max-age=/);
});

/** Each field once, by its name in lower case. */
function fieldsOf(text: string): Record<string, string> {
  const entries = text
    .trimEnd()
    .split('\n')
    .map(line => /^([\w-]+): (\S+)$/.exec(line) ?? assert.fail(line));
  const names = entries.map(([, name = '']) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, text);
  return Object.fromEntries(entries.map(([, , value = ''], at) => [names[at], value]));
}
