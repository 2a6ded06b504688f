import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../app/markup/html.ts';
import { browserName } from './browser-name.ts';

const KNOWN: readonly (readonly [string, string])[] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141 on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.3537.71',
    'Edge 141 on Windows',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144 on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26 on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari 26 on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1',
    'Chrome 141 on iPad',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 28 on Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/122.0.0.0',
    'Opera 122 on ChromeOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15', 'A browser on Linux'],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['python-requests/2.32.3', 'python-requests 2.32.3'],
  ['', 'Unknown browser'],
  ['   ', 'Unknown browser'],
  ['Mozilla/5.0', 'Mozilla/5.0'],
  ['something of my own', 'something of my own'],
  ['x'.repeat(400), `${'x'.repeat(60)}…`],
];

for (const [userAgent, name] of KNOWN) {
  test(`"${userAgent.slice(0, 60)}" is named ${name.slice(0, 30)}`, () => {
    assert.equal(String(html`${browserName(userAgent)}`), name);
  });
}
