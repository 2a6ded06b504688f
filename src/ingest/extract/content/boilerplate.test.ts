import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../dom/parse-html.ts';
import { collectBlocks, type TextBlock } from './blocks.ts';
import { isBoilerplate, isSignature, opensFurniture } from './boilerplate.ts';
import { normalise } from './normalise.ts';

function blockOf(html: string): TextBlock {
  const document = parseHtml(html);
  normalise(document);
  const [block] = collectBlocks(document);
  assert.ok(block);
  return block;
}

const BOILERPLATE = [
  '<p>Anzeige</p>',
  '<p>Advertisement</p>',
  '<p>Teilen</p>',
  '<p>3 Kommentare</p>',
  '<p>Lesen Sie auch: <a href=1>Das neue Dach</a></p>',
  '<p>Lea también: El puente que nadie quiso</p>',
  '<p><a href=1>The bridge that no one wanted at all</a></p>',
  '<p>Tags: <a href=1>harbour</a>, <a href=2>ferry</a></p>',
  '<p>Foto: Kit Vale/dpa</p>',
  '<p>Veröffentlicht am 12. März 2019 um 10:00 Uhr</p>',
  '<p>Jetzt unseren Newsletter abonnieren!</p>',
  '<p>© 2024 Quay Courier. All rights reserved.</p>',
  '<p>Abbildung 4: Die Brücke von Westen</p>',
];

const CONTENT = [
  '<p>The council wants to share the cost with its neighbours.</p>',
  '<p>Advertisement was never the strength of this small town, said the mayor.</p>',
  '<p>Weitere Informationen erteilt Frau Ortlieb unter der Nummer 59743.</p>',
  '<p>The test suite is powered by a small engine.</p>',
  '<p>„Wir teilen alles“, sagte sie.</p>',
  '<p><a href="http://x.example">http://x.example/petition</a></p>',
  '<li><a href=1>Second boat of the fleet</a></li>',
  '<p>=)</p>',
];

for (const html of BOILERPLATE)
  test(`PARSE-4: ${html} is not part of an article`, () => assert.ok(isBoilerplate(blockOf(html))));
for (const html of CONTENT)
  test(`PARSE-4: ${html} may be part of an article`, () => assert.ok(!isBoilerplate(blockOf(html))));

test('PARSE-4: bylines are distinguished from sentences that begin alike', () => {
  assert.ok(isSignature(blockOf('<p>Von Jana Ortlieb und Ole Brandt</p>')));
  assert.ok(isSignature(blockOf('<p>Berlin, 12. März 2019</p>')));
  assert.ok(!isSignature(blockOf('<p>Von hier aus fährt das Boot jeden Tag.</p>')));
});

test('PARSE-4: headings of boxes are distinguished from headings of chapters', () => {
  assert.ok(opensFurniture(blockOf('<h3>Das könnte Sie auch interessieren</h3>')));
  assert.ok(opensFurniture(blockOf('<h3>Leave a Reply</h3>')));
  assert.ok(!opensFurniture(blockOf('<h3>What comes after the ferry</h3>')));
});
