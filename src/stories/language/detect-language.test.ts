import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { detectLanguage } from './detect-language.ts';
import { SAMPLES } from './samples.testing.ts';

test('TOPIC-4: at least sixty languages are detected from one sentence', () => {
  const wrong = Object.entries(SAMPLES)
    .map(([language, text]) => ({ language, found: detectLanguage(text).language }))
    .filter(({ language, found }) => language !== found);
  assert.deepEqual(wrong, []);
  assert.ok(Object.keys(SAMPLES).length >= 60);
});

test('TOPIC-4: the declared language decides for short titles, if the letters allow it', () => {
  assert.equal(detectLanguage('Corona in Berlin', { declared: 'de-DE' }).language, 'de');
  assert.equal(detectLanguage('Gempa di Jakarta', { declared: 'in' }).language, 'id');
  assert.equal(detectLanguage('东京 2020', { declared: 'ja' }).language, 'ja');
  assert.equal(detectLanguage('Выборы', { declared: 'en' }).language, 'ru');
});

test('TOPIC-4: a wrong declared language does not decide for a whole sentence', () => {
  for (const language of ['de', 'fr', 'es', 'ru', 'tr', 'zh', 'ar'])
    assert.equal(detectLanguage(SAMPLES[language] ?? '', { declared: 'en-US' }).language, language);
});

test('TOPIC-4: text without letters has no language, whatever is declared', () => {
  for (const text of ['', ' ', '1,234.5 %', '🎉🎉🎉', '!?…', '\u0000\u0001', 'https://example.com/a'])
    assert.deepEqual(detectLanguage(text, { declared: 'en' }), { language: 'und', confidence: 0 });
});

test('TOPIC-4: a few foreign words, an address or emoji do not change the language', () => {
  const text =
    '🚀 Die Bundesregierung will mit «Build Back Better» werben, schreibt https://example.com/english-words-here 東京';
  assert.equal(detectLanguage(text).language, 'de');
});

test('TOPIC-4: confidence grows with the length of the text', () => {
  const text = SAMPLES['it'] ?? '';
  assert.ok(detectLanguage(text).confidence > detectLanguage(text.split(' ')[0] ?? '').confidence);
});

test('TOPIC-4: a megabyte costs no more than its beginning', () => {
  const texts = [
    'a'.repeat(1_000_000),
    'word '.repeat(200_000),
    '@'.repeat(1_000_000),
    'https://'.repeat(125_000),
  ];
  detectLanguage('warm');
  const took = cpuMs(() => {
    for (const text of texts) detectLanguage(text);
  });
  assert.ok(took < 1_000, 'bounded by the sample, not by the text');
});

test('TOPIC-4: detection is deterministic, with a confidence from 0 to below 1', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(text, fc.option(fc.string({ maxLength: 8 }), { nil: undefined }), (given, declared) => {
      const found = detectLanguage(given, { declared });
      assert.match(found.language, /^[a-z]{2,3}$/);
      assert.ok(found.confidence >= 0 && found.confidence < 1);
      assert.deepEqual(detectLanguage(given, { declared }), found);
    }),
    { numRuns: 300 },
  );
});
