import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HtmlValue, html } from '../../app/markup/html.ts';
import { DEFAULT_LOCALE, localeFor } from '../../app/markup/locale.ts';
import { Problem } from '../../errors.ts';
import { type Refusal, refusalOf } from './refusal.ts';

test('faults become sentences about the fields of the form', () => {
  const error = new Problem('validation-failed', undefined, {
    faults: [
      { in: 'body', at: '/displayName', message: 'must be 1 to 80 visible characters' },
      { in: 'body', at: '/email', message: 'must be an email address.' },
      { in: 'body', at: '/colour', message: 'is not known' },
    ],
  });
  assert.deepEqual(said(refusalOf(error)), {
    title: 'Something needs another look.',
    reasons: [
      'The name must be 1 to 80 visible characters.',
      'The email address must be an email address.',
      'colour is not known.',
    ],
    fields: ['displayName', 'email'],
  });
  assert.deepEqual(said(refusalOf(error), localeFor('de', undefined)).reasons.slice(0, 2), [
    'Der Name muss 1 bis 80 sichtbare Zeichen haben.',
    'Die E-Mail-Adresse muss eine E-Mail-Adresse sein.',
  ]);
});

test('what is a sentence already stays as it is, and its field is named once', () => {
  const faults = ['It has fewer than 10 characters.', 'It is one pattern.'].map(
    message => ({ in: 'body', at: '/password', message }) as const,
  );
  assert.deepEqual(said(refusalOf(new Problem('weak-password', undefined, { faults }))), {
    title: 'That password is too easy to guess.',
    reasons: ['It has fewer than 10 characters.', 'It is one pattern.'],
    fields: ['password', 'next'],
  });
});

test('a form may say in its own words what a code means on it', () => {
  const error = new Problem('invalid-credentials');
  assert.equal(said(refusalOf(error)).title, 'The credentials are not valid');
  const words = { 'invalid-credentials': 'That is not your password.' };
  assert.deepEqual(refusalOf(error, words), { title: 'That is not your password.', reasons: [], fields: [] });
});

test('what is not about the form is not shown on it', () => {
  for (const error of [
    new Problem('too-many-requests'),
    new Problem('fresh-sign-in-required'),
    new Problem('database-away'),
    new Error('unexpected'),
  ])
    assert.throws(() => refusalOf(error), error);
});

function said({ title, reasons, fields }: Refusal, language = DEFAULT_LOCALE) {
  const inWords = (value: HtmlValue) => html`${value}`.toString(language);
  return { title: inWords(title), reasons: reasons.map(inWords), fields };
}
