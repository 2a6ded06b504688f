import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from './blocks.testing.ts';

/** Lines, each with whether it is long enough to be a sentence of an article. */
const LINES: readonly (readonly [string, boolean])[] = [
  ['市議会は火曜日の夜に長い議論の末、古い橋の再建を決めた。', true],
  ['市议会星期二晚上经过长时间的辩论决定重建河上的老桥。', true],
  ['橋の再建を決めた。', false],
  ['A bridge in 橋 and 川', false],
  ['Der Rat hat am Dienstag getagt und die Brücke beschlossen', false],
  ['Der Rat hat am Dienstag lange getagt und am Ende die Brücke beschlossen.', true],
  ['시의회는 화요일 밤에 오랜 토론 끝에 다리를 짓기로', false],
];

for (const [line, isSentence] of LINES)
  test(`PARSE-4: "${line}" is ${isSentence ? '' : 'too short to be '}a sentence of an article`, () => {
    const [block] = blocksOf(`<p>${line}</p>`).blocks;
    assert.equal(block?.text, line);
    assert.equal(block.prose, isSentence);
  });

test('PARSE-4: a line of East Asian letters that is mostly a link is not a sentence', () => {
  const [block] = blocksOf(
    '<p><a href="/1">市議会は火曜日の夜に長い議論の末、古い橋の再建を決めた。</a></p>',
  ).blocks;
  assert.equal(block?.prose, false);
});

test('PARSE-4: an element named as a caption is one, unless it is longer than any caption', () => {
  const sentence = 'The old bridge from the west, as it was before the council had met. ';
  const [short] = blocksOf(`<div class="caption"><p>${sentence}</p></div>`).blocks;
  const [long] = blocksOf(`<div class="caption"><p>${sentence.repeat(12)}</p></div>`).blocks;
  const [heading] = blocksOf(`<div class="caption"><h3>${sentence}</h3></div>`).blocks;
  assert.deepEqual([short?.caption, long?.caption, heading?.caption], [true, false, false]);
});
