import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf, plainTextOf, sanitiseHtml, titleText } from './index.ts';

/** Inputs that are expensive to parse: depth, width, and searches for missing ends. */
const WORST: Readonly<Record<string, string>> = {
  '100,000 levels': '<b>',
  '100,000 blocks': '<div>',
  'nested elements of all kinds': '<b><i><p><table><td><ul><li>',
  'nested definitions': '<dl><dt>',
  'nested tables': '<table><tr><td>',
  'cells without a table': '<td>',
  'end tags without start tags': '</b></p></table>',
  'end tags far from their start tags': '<table><td><b></table></b>',
  'nested links': '<a href=x>x',
  'names and links': '<a id=x href=#y>t',
  'distinct addresses': '',
  pictures: '<img src=a data-src=b srcset="a 1x, b 2x">',
  'tags that never end': '<a ',
  'values that never end': '<a href="',
  'names that never end': '<aaaaaaaa',
  'comments that never end': '<!--',
  'comments that nearly end': '<!-- --',
  'scripts that never end': '<script>',
  'frames that never end': '<iframe>',
  'drawings that never end': '<svg>',
  'players that never end': '<video>',
  'templates that never end': '<template>',
  'menus that never end': '<select><option>',
  'sections that never end': '<![CDATA[',
  'angle brackets': '<',
  slashes: '</',
  ampersands: '&',
  'references that never end': '&#',
  references: '&amp;',
  'line breaks': '\n',
  blanks: ' ',
};

for (const [name, piece] of Object.entries(WORST)) {
  test(`PARSE-5: 100 KB of ${name} cost less than 50 ms`, () => {
    const html = piece === '' ? differentAddresses() : piece.repeat(Math.ceil(100_000 / piece.length));
    assertQuick(() => sanitiseHtml(html, { baseUrl: 'https://news.example.com/a' }));
    assertQuick(() => plainTextOf(html));
    assertQuick(() => titleText(html));
    assertQuick(() => excerptOf(html, 300));
  });
}

const ATTRIBUTES: Readonly<Record<string, string>> = {
  '25,000 attributes': `<p ${'a=1 '.repeat(25_000)}>x`,
  'a list of candidates': `<img src=a srcset="${'a,'.repeat(50_000)}">`,
  commas: `<img src=a srcset="${','.repeat(100_000)}b">`,
  'commas after an address': `<img src=a srcset="a${','.repeat(100_000)}b">`,
  'a style': `<img src=a style="${'width:'.repeat(16_000)}">`,
  'a width': `<img src=a width="1${' '.repeat(100_000)}x">`,
  'an address': `<img src="${'-dot-'.repeat(20_000)}.gif?">`,
  'an almost normal address': `<a href="https://a.example/${'a'.repeat(3_900)}!">x`,
  'a fragment': `<a href="#${'%41'.repeat(33_000)}">x`,
  'a language': `<p lang="${'a-'.repeat(50_000)}">x`,
};

for (const [name, html] of Object.entries(ATTRIBUTES))
  test(`PARSE-5: an attribute with 100 KB of ${name} costs less than 50 ms`, () =>
    assertQuick(() => sanitiseHtml(html, { baseUrl: 'https://news.example.com/a' })));

test('PARSE-5: elements nest at most 64 deep, and what is deeper keeps its text', () => {
  const output = sanitiseHtml(`${'<div>'.repeat(1_000)}deep${'</div>'.repeat(1_000)}after`, {});
  assert.equal(output, `${'<div>'.repeat(64)}deep${'</div>'.repeat(64)}after`);
});

test('PARSE-5: output stops at five million characters, closed and stable', () => {
  const options = { baseUrl: `https://news.example.com/${'x'.repeat(1_000)}/` };
  const output = sanitiseHtml(`<ul>${'<li><a href="#a">x</a>'.repeat(20_000)}</ul>`, options);
  assert.ok(output.length < 5_001_000);
  assert.ok(output.endsWith('</li></ul>'));
  assert.equal(sanitiseHtml(output, options), output);
});

test('PARSE-5: cost grows with length and not with its square', () => {
  const page = '<div><p>Some <b>text</b> &amp; <a href="/x">a link</a><ul><li>item'.repeat(1_500);
  const once = fastest(() => sanitiseHtml(page, {}));
  const tenfold = fastest(() => sanitiseHtml(page.repeat(10), {}));
  assert.ok(tenfold < 40 * once, `${once.toFixed(1)} ms became ${tenfold.toFixed(1)} ms`);
});

/** Processor time, the best of several: so that other programs on the machine do not matter. */
function assertQuick(work: () => unknown): void {
  const spent = fastest(work);
  assert.ok(spent < 50, `${spent.toFixed(1)} ms`);
}

function fastest(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && (round < 2 || best > 20); round++) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

function differentAddresses(): string {
  return Array.from({ length: 5_000 }, (_, index) => `<a href=./${index}>x</a>`).join('');
}
