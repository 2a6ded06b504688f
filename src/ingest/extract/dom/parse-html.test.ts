import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HtmlElement } from './element.ts';
import { parseHtml } from './parse-html.ts';

/** The tree in compact form: `div(p("text") br)`. */
function shape(element: HtmlElement): string {
  const inner = element.children
    .map(child => (typeof child === 'string' ? JSON.stringify(child) : shape(child)))
    .join(' ');
  return element.tag === '#document' ? inner : `${element.tag}${inner ? `(${inner})` : ''}`;
}

const TREES: readonly (readonly [what: string, html: string, tree: string])[] = [
  ['a paragraph ends where a block begins', '<p>a<div>b</div>', 'p("a") div("b")'],
  ['also when it is inside of an inline element', '<p><b>a<div>c</div>', 'p(b("a")) div("c")'],
  [
    'items end where the next one begins',
    '<ul><li>a<li>b<ul><li>c</ul></ul>',
    'ul(li("a") li("b" ul(li("c"))))',
  ],
  [
    'cells and rows do too',
    '<table><tr><td>a<td>b<tr><td>c</table>',
    'table(tr(td("a") td("b")) tr(td("c")))',
  ],
  [
    'an end tag inside a cell does not close what is outside',
    '<div><table><tr><td>a</div>b</td></tr></table></div>',
    'div(table(tr(td("ab"))))',
  ],
  [
    'a link that ends inside a block leaves the block open',
    '<a href=x><div>a</a>b</div>',
    'a(div("a")) div("b")',
  ],
  ['an inline end tag does not reach over a block', '<span><div>a</span>b</div>', 'span(div("ab"))'],
  ['entities are decoded and texts joined', 'a&amp;b&nbsp;c', '"a&b\u00a0c"'],
  [
    'scripts, styles, drawings and comments are dropped',
    'a<script>x</script><style>y</style><svg><p>z</p></svg><!-- c -->b',
    '"ab"',
  ],
  [
    'scripts with data are kept',
    '<script type="application/ld+json">{"a":1}</script>',
    'script("{\\"a\\":1}")',
  ],
  ['paragraphs without content are dropped', '<p></p><p><p>a', 'p("a")'],
  ['an end tag of nothing is nothing', '</div>a</p></b>', '"a"'],
];

for (const [what, html, tree] of TREES)
  test(`PARSE-2: ${what}`, () => assert.equal(shape(parseHtml(html)), tree));

test('PARSE-2: the first of two attributes with the same name wins, and no name reaches the prototype', () => {
  const [element] = parseHtml('<a id=1 ID=2 __proto__=x href>').children;
  assert.ok(typeof element === 'object');
  assert.deepEqual(element.attributes, { id: '1', href: '' });
});
