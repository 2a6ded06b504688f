import fc from 'fast-check';
import { ALLOWED } from './elements.ts';

/** Pieces of markup in any order: most bugs appear where pieces meet. */
export function hostileHtml(): fc.Arbitrary<string> {
  // Elements with special parsing rules more often, because they interact.
  const name = fc.oneof(fc.constantFrom(...ALLOWED, ...OTHER_NAMES), fc.constantFrom(...ENTANGLED));
  const attributes = fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 }).map(some => some.join(' '));
  const start = fc.tuple(name, attributes).map(([tag, some]) => `<${tag} ${some}>`);
  const bare = name.map(tag => `<${tag}>`);
  const end = name.map(tag => `</${tag}>`);
  const piece = fc.oneof(start, bare, end, end, fc.constantFrom(...PIECES), fc.string({ maxLength: 6 }));
  return fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''));
}

const ENTANGLED =
  'a p b table td tr col caption li ul dl dd pre h1 h2 div ruby rt video source picture img noscript svg'.split(
    ' ',
  );

const OTHER_NAMES =
  'script style svg math iframe noscript template select option title textarea xmp plaintext form font center object embed image button foreignobject mtext x-y nobr listing'.split(
    ' ',
  );

const ATTRIBUTES = [
  'href="#one"',
  'href="#two"',
  'id=one',
  'id="two"',
  'name=one',
  'id="in-text-one"',
  'href="https://news.example.com/a/b#two"',
  'href="/x?a=1&amp;b=2"',
  'href="java&#10;script:alert(1)"',
  'href=" JAVASCRIPT:x"',
  'href="mailto:a@b.c?subject=x y"',
  'href="tel:+1 2"',
  "href='//user:pass@host.example/ü ?ü#ü'",
  'src=a.jpg',
  'src="data:image/svg+xml,<svg onload=1>"',
  'srcset="a.jpg 1x, b.jpg 2x"',
  'data-src="/late.jpg"',
  'data-srcset=", ,x 2w,y,, z 3q"',
  'width=1',
  'width="300px"',
  'class=lazy',
  'onclick=alert(1)',
  'style="display:none"',
  'title="&quot;&lt;img src=x onerror=alert(1)&gt;"',
  'alt="\u0000\r\n&nbsp;`"',
  'lang=de',
  'dir=rtl',
  'colspan=2',
  'open',
  'start=3',
  'type=a',
  '/',
  '"',
  "'",
  '=',
  '<',
];

const PIECES = [
  '\n',
  '\n\n',
  ' ',
  'text',
  '&lt;',
  '&amp;lt;',
  '&#0;',
  '&#13;',
  '&nbsp;',
  '&notit;',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<',
  '</',
  '<!',
  '<?',
  '>',
  '"',
  '\u0000',
  '\ud800',
  '\r',
  '<a name=one></a>',
  '<a name=two></a>',
  '<a href="#one">1</a>',
  '<pre>\n',
  '<table><tr><td>',
];
