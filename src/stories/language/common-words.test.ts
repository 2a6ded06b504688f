import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageByCommonWords } from './common-words.ts';
import { detectLanguage } from './detect-language.ts';

test('TOPIC-4: common words identify the language of a text', () => {
  const texts = {
    en: 'The council said that the bridge would be closed after the storm, and their engineers have been called.',
    de: 'Der Rat hat beschlossen, dass die Brücke nach dem Sturm nicht geöffnet wird und auch eine Prüfung folgt.',
    fr: 'Les élus ont dit que le pont est fermé pour une semaine dans la ville, mais les travaux sont en cours.',
    es: 'Los vecinos de la ciudad han pedido más autobuses para las fiestas, pero el puente está cerrado desde ayer.',
  };
  for (const [language, text] of Object.entries(texts))
    assert.equal(languageByCommonWords(text.toLowerCase()), language);
});

test('TOPIC-4: few, repeated or mixed common words decide nothing', () => {
  for (const text of [
    'the fox the fox the fox the fox the fox',
    'los angeles wins again and the crowd cheers',
    'die woche in bildern: the good, the bad and the ugly, und der rest ist nicht für alle',
    '',
  ])
    assert.equal(languageByCommonWords(text), null, text);
});

test('TOPIC-4: titles in another language do not change the language of an article', () => {
  const text =
    'Surprise à Chamouzac : le grand prix revient à « The Man Who Would Have Been There » et non à « The Violin by the River ».';
  assert.equal(detectLanguage(text, { declared: 'fr' }).language, 'fr');
});
