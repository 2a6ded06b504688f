import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HtmlValue, html } from '../../app/markup/html.ts';
import { DEFAULT_LOCALE, localeFor } from '../../app/markup/locale.ts';
import { bodyFault, Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { type Refusal, refusalOf } from './refusal.ts';

test('faults become sentences about the form fields', () => {
  const error = new Problem('validation-failed', undefined, {
    faults: [
      bodyFault('/displayName', reason('visible-length-between', { min: 1, max: 80 })),
      bodyFault('/email', reason('email-required')),
      { in: 'body', at: '/colour', message: 'is not known' },
    ],
  });
  assert.deepEqual(shown(refusalOf(error)), {
    title: 'Please check your input.',
    reasons: [
      'The name must have 1 to 80 visible characters.',
      'The email address must be an email address.',
      'colour is not known.',
    ],
    fields: ['displayName', 'email'],
  });
  assert.deepEqual(shown(refusalOf(error), localeFor('de', undefined)).reasons.slice(0, 2), [
    'Der Name muss 1 bis 80 sichtbare Zeichen haben.',
    'Die E-Mail-Adresse muss eine gültige E-Mail-Adresse sein.',
  ]);
});

test('a reason that is a whole sentence is shown without the name of the field', () => {
  const faults = [reason('password-too-short', { min: 10 }), reason('password-pattern')].map(each =>
    bodyFault('/password', each),
  );
  assert.deepEqual(shown(refusalOf(new Problem('weak-password', undefined, { faults }))), {
    title: 'This password is too easy to guess.',
    reasons: ['It has fewer than 10 characters.', 'It is a repeated or counted pattern.'],
    fields: ['password', 'next'],
  });
});

test('a form can replace the title of a code', () => {
  const error = new Problem('invalid-credentials');
  assert.equal(shown(refusalOf(error)).title, 'The credentials are not valid');
  const words = { 'invalid-credentials': 'That is not your password.' };
  assert.deepEqual(refusalOf(error, words), { title: 'That is not your password.', reasons: [], fields: [] });
});

test('errors that are not about the form are rethrown', () => {
  for (const error of [
    new Problem('too-many-requests'),
    new Problem('fresh-sign-in-required'),
    new Problem('database-away'),
    new Error('unexpected'),
  ])
    assert.throws(() => refusalOf(error), error);
});

function shown({ title, reasons, fields }: Refusal, language = DEFAULT_LOCALE) {
  const toText = (value: HtmlValue) => html`${value}`.toString(language);
  return { title: toText(title), reasons: reasons.map(toText), fields };
}
