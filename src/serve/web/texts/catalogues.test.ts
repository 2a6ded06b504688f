import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { LOCALES, localeFor } from '../../../app/markup/locale.ts';
import { TAXONOMY } from '../../../stories/topics/taxonomy/taxonomy.ts';
import { moment } from '../times.ts';
import { AUDIT_DE } from './de/audit.ts';
import { DE } from './de/index.ts';
import { TOPICS_DE } from './de/topics.ts';
import { EN } from './en/index.ts';
import { formatNumber, nameOf, t, topicName } from './messages.ts';

const [english, german] = LOCALES;

test('WEB-6: every catalogue has the same messages with the same places, in the same plural forms', () => {
  assert.deepEqual(Object.keys(DE).sort(), Object.keys(EN).sort());
  for (const [key, entry] of Object.entries(EN)) {
    const other = Object.entries(DE).find(([each]) => each === key)?.[1];
    assert.deepEqual(placesIn(other), placesIn(entry), key);
    assert.equal(typeof other, typeof entry, key);
  }
});

test('WEB-6: every topic of the taxonomy has a name in every language', () => {
  assert.deepEqual(
    TAXONOMY.filter(({ name }) => TOPICS_DE[name] === undefined).map(({ name }) => name),
    [],
  );
});

test('WEB-6: every deed of the audit log is told in every language', () => {
  assert.deepEqual(Object.keys(AUDIT_DE).sort(), Object.keys(AUDIT_ACTIONS).sort());
});

test('a page is told in the language of whoever asked, numbers, dates and plurals included', () => {
  const page = html`<p title="${t('story.read')}">${t('story.articles', { count: 1_234, sources: t('story.sources', { count: 1 }) })}, ${formatNumber(1_234.5)}, ${nameOf('region', 'DE')}, ${topicName('World')}, ${moment(new Date(0))}</p>`;
  assert.equal(
    page.toString(english),
    '<p title="Read">1,234 articles from one source, 1,234.5, Germany, World, <time datetime="1970-01-01T00:00:00.000Z" data-shown="moment">1 January 1970 at 00:00 UTC</time></p>',
  );
  assert.equal(
    page.toString(german),
    '<p title="Gelesen">1.234 Artikel aus einer Quelle, 1.234,5, Deutschland, Welt, <time datetime="1970-01-01T00:00:00.000Z" data-shown="moment">1. Januar 1970 um 00:00 UTC</time></p>',
  );
});

test('what stands in a place of a message is escaped, unless it is HTML', () => {
  const hostile = '<b>"{count}';
  assert.equal(
    String(html`${t('empty.waiting', { name: hostile })}`).slice(0, 28),
    '&lt;b&gt;&quot;{count} has s',
  );
  assert.match(String(html`${t('empty.waiting', { name: html`<b>x</b>` })}`), /^<b>x<\/b> has/);
});

test('a name that an editor gave a topic stands in every language', () => {
  assert.equal(html`${topicName('Harbour news')}`.toString(german), 'Harbour news');
});

test('the language is what was chosen, else what the browser likes best of those there are', () => {
  const cases: readonly (readonly [string | undefined, string | undefined, string])[] = [
    [undefined, undefined, 'en'],
    [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'fr, en;q=0.4, de;q=0.6', 'de'],
    [undefined, 'de;q=0, en', 'en'],
    [undefined, 'den, *', 'en'],
    ['en', 'de', 'en'],
    ['xx', 'de', 'en'],
    [undefined, `${'x,'.repeat(10_000)}de`, 'en'],
  ];
  for (const [chosen, accepted, expected] of cases)
    assert.equal(localeFor(chosen, accepted).code, expected, `${chosen} ${accepted?.slice(0, 40)}`);
});

function placesIn(entry: unknown): string[] {
  const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}
