import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createKeys } from '../../../lib/keys.ts';
import { systemRandom } from '../../../lib/random.ts';
import { TextCache } from '../../../lib/text-cache.ts';
import { bodyOf } from './article-body.ts';

const keys = createKeys('a secret of thirty-two characters', systemRandom);
const articleBodies = new TextCache(16_000_000);
const URL = 'https://news.example/1';
const HTML = '<p onclick="x()">One</p><img src="/a.png"><script>x()</script><video src="/b.mp4"></video>';

test('PARSE-5: a body is sanitised whatever the table holds, on the first and every later request', () => {
  for (let view = 0; view < 3; view++) {
    const shown = String(bodyOf({ keys, articleBodies }, { bodyHtml: HTML, summary: '', url: URL }));
    assert.match(shown, /^<p>One<\/p><img [^>]*src="\/image\//);
    assert.doesNotMatch(shown, /onclick|script|video|b\.mp4/);
    assert.ok(shown.includes(`<a href="${URL}"`));
  }
});

test('PARSE-5: the cache distinguishes bodies by text, address and signing key', () => {
  const bodyHtml = '<p>Two</p><img src="a.png">';
  const other = createKeys('another secret of another installation', systemRandom);
  const shown = [
    bodyOf({ keys, articleBodies }, { bodyHtml, summary: '', url: URL }),
    bodyOf({ keys, articleBodies }, { bodyHtml, summary: '', url: 'https://other.example/1' }),
    bodyOf({ keys: other, articleBodies: new TextCache(1_000_000) }, { bodyHtml, summary: '', url: URL }),
  ];
  assert.equal(new Set(shown.map(String)).size, 3);
});

test('a cached body costs less than half of the first one', () => {
  const bodyHtml = '<p>Words of <em>some</em> <a href="/x">article</a>, long enough.</p>'.repeat(2_000);
  const cost = () => {
    const before = process.threadCpuUsage();
    bodyOf({ keys, articleBodies }, { bodyHtml, summary: '', url: URL });
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const first = cost();
  const later = Math.min(cost(), cost(), cost());
  assert.ok(later < first / 2, `${first} µs, then ${later} µs`);
});

test('the cache returns what was put and never exceeds its size', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const bodies = new TextCache(80);
      for (const [name, length] of steps) bodies.put(`${name} ${length}`, 'x'.repeat(length));
      const found = new Set(steps.map(([name, length]) => `${name} ${length}`));
      let used = 0;
      for (const name of found) {
        const text = bodies.get(name);
        if (text === undefined) continue;
        assert.equal(text.length, Number(name.split(' ')[1]));
        used += text.length;
      }
      assert.ok(used <= 80, `${used}`);
      const last = steps.at(-1);
      if (last && last[1] <= 10) assert.equal(bodies.get(`${last[0]} ${last[1]}`)?.length, last[1]);
    }),
  );
});
