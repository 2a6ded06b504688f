import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { LOCALES, localeFor } from '../../../app/markup/locale.ts';
import { REASONS, reason } from '../../../reasons.ts';
import { TAXONOMY } from '../../../stories/topics/taxonomy/taxonomy.ts';
import { moment } from '../times.ts';
import { AUDIT_DE } from './de/audit.ts';
import { DE } from './de/index.ts';
import { REASONS_DE } from './de/reasons.ts';
import { TOPICS_DE } from './de/topics.ts';
import { EN } from './en/index.ts';
import { formatNumber, nameOf, t, topicName } from './messages.ts';
import { translate } from './translate.ts';

const [english, german] = LOCALES;
const SRC = join(import.meta.dirname, '../../..');

test('WEB-6: every catalogue has the same messages with the same parameters, in the same plural forms', () => {
  assert.deepEqual(Object.keys(DE).sort(), Object.keys(EN).sort());
  for (const [key, entry] of Object.entries(EN)) {
    const other = Object.entries(DE).find(([each]) => each === key)?.[1];
    assert.deepEqual(paramsIn(other), paramsIn(entry), key);
    assert.equal(typeof other, typeof entry, key);
  }
});

test('a catalogue declares each key once', async () => {
  for (const language of ['en', 'de']) {
    const keys: string[] = [];
    for await (const file of glob('*.ts', { cwd: join(import.meta.dirname, language) })) {
      const parts: Record<string, unknown> = await import(`./${language}/${file}`);
      for (const [name, part] of Object.entries(parts))
        if (file !== 'index.ts' && !TABLES.has(name)) keys.push(...Object.keys(Object(part)));
    }
    assert.ok(keys.length > 1_000);
    assert.deepEqual(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      [],
      language,
    );
  }
});

/** Their keys are codes of topics, problems, reasons, scopes and audit actions, not message keys. */
const TABLES = new Set(['AUDIT_DE', 'PROBLEMS_DE', 'REASONS_DE', 'SCOPES_DE', 'TOPICS_DE']);

test('WEB-6: every reason has the same parameters in every language', () => {
  const english = Object.entries(REASONS).map(([code, text]) => [code, paramsIn(text)]);
  const german = Object.entries(REASONS_DE).map(([code, text]) => [code, paramsIn(text)]);
  assert.deepEqual(Object.fromEntries(german), Object.fromEntries(english));
});

test('a reason is translated with its parameters, also with a reason inside', () => {
  const inner = reason('setting-list', { name: 'ranges' });
  const outer = html`${translate(reason('rule-invalid', { reason: inner }))}`;
  assert.equal(outer.toString(german), 'Die Regel ist ungültig: „ranges“ muss eine Liste sein.');
  assert.equal(outer.toString(english), 'The rule is not valid: &quot;ranges&quot; must be a list.');
});

test('every reason is given somewhere', async () => {
  let source = '';
  for await (const file of glob('**/*.ts', { cwd: SRC, exclude: ['**/reasons.ts', '**/*.test.ts'] }))
    source += await readFile(join(SRC, file), 'utf8');
  const unused = Object.keys(REASONS).filter(code => !source.includes(`'${code}'`));
  assert.deepEqual(unused, ['topic-unknown', 'entity-unknown', 'source-unknown']);
});

test('WEB-6: every topic of the taxonomy has a name in every language', () => {
  assert.deepEqual(
    TAXONOMY.filter(({ name }) => TOPICS_DE[name] === undefined).map(({ name }) => name),
    [],
  );
});

test('WEB-6: every action of the audit log has a text in every language', () => {
  assert.deepEqual(Object.keys(AUDIT_DE).sort(), Object.keys(AUDIT_ACTIONS).sort());
});

test('a page is written in the locale of the reader: texts, numbers, dates and plurals', () => {
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

test('a parameter of a message is escaped, unless it is HTML', () => {
  const hostile = '<b>"{count}';
  assert.equal(
    String(html`${t('empty.waiting', { name: hostile })}`).slice(0, 28),
    '&lt;b&gt;&quot;{count} is wa',
  );
  assert.match(String(html`${t('empty.waiting', { name: html`<b>x</b>` })}`), /^<b>x<\/b> is/);
});

test('a topic name that an editor wrote is shown unchanged in every language', () => {
  assert.equal(html`${topicName('Harbour news')}`.toString(german), 'Harbour news');
});

test('the locale is the chosen one, else the best match for the browser', () => {
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

function paramsIn(entry: unknown): string[] {
  const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}
