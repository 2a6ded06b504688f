import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';

/** All texts for readers come from the catalogues or from reasons; pages and scripts contain none. */
const ROOT = join(import.meta.dirname, '../../../..');

test('WEB-6: page templates contain no texts', async () => {
  for (const { name, source } of await sourcesIn(['src/serve/web/**/*.ts'])) {
    if (!ENGLISH_ONLY.has(name)) assert.deepEqual(wordsIn(source), [], name);
  }
});

test('WEB-6: pages and scripts contain no text literals', async () => {
  for (const { name, source } of await sourcesIn(['src/serve/web/**/*.ts', 'web/**/*.ts'])) {
    if (!ENGLISH_ONLY.has(name)) assert.deepEqual(proseIn(source), [], name);
  }
});

test('WEB-6: refusals that pages can show have a reason, not an English detail', async () => {
  const files = await sourcesIn(REFUSING.map(folder => `src/${folder}/**/*.ts`));
  for (const { name, source } of files) if (name !== API_ONLY) assert.deepEqual(detailsIn(source), [], name);
});

test('the scan finds texts', () => {
  assert.deepEqual(
    wordsIn('html`<p title="Hello you">\u0024{t("x", { a: html`<b>Inner</b>` })} Outer</p>`'),
    ['Hello', 'you', 'Outer', 'Inner'],
  );
  const source = "const a = { name: 'Never', id: 'some-thing', text: `\u0024{count} of them left` };";
  assert.deepEqual(proseIn(source), ['Never', '1 of them left']);
  assert.deepEqual(detailsIn("throw new Problem('conflict', `There are \u0024{MAX} of them.`)"), [
    'There are 1 of them.',
  ]);
});

/**
 * The API reference is English, and so is the page around it; sitemaps are for crawlers; the design page
 * shows a sample story.
 */
const ENGLISH_ONLY = new Set(
  ['pages/api-docs', 'pages/design', 'sitemaps'].map(name => `src/serve/web/${name}.ts`),
);

/** Forms call code in these folders. */
const REFUSING = [
  'accounts',
  'app',
  'feeds',
  'ingest/sources',
  'platform/broker',
  'platform/tasks',
  'search/synonyms',
  'serve/web',
  'signals',
  'stories',
];

/** Forms send no Idempotency-Key. */
const API_ONLY = 'src/app/idempotency.ts';

async function sourcesIn(patterns: readonly string[]): Promise<{ name: string; source: string }[]> {
  const found: { name: string; source: string }[] = [];
  for await (const path of glob([...patterns], { cwd: ROOT })) {
    if (/\.test\.ts$|web\/texts\//.test(path)) continue;
    const source = await readFile(join(ROOT, path), 'utf8');
    found.push({ name: relative(ROOT, join(ROOT, path)), source: withoutComments(source) });
  }
  return found.sort((one, other) => one.name.localeCompare(other.name));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** Literals that read like a text: a capitalised word, or three words in a row. */
function proseIn(source: string): string[] {
  return source
    .split('\n')
    .filter(line => !/^import |^\} from |\blog\.|Error\(|Exception\(/.test(line.trim()))
    .flatMap(line => [...line.matchAll(/(?<![\w.])'((?:[^'\\]|\\.)*)'|(?<!\w)`([^`]*)`/g)])
    .map(([, plain, template]) => plain ?? literal(template ?? ''))
    .filter(text => /^\p{Lu}\p{Ll}+/u.test(text) || /\p{L} \p{L}+ \p{L}/u.test(text))
    .filter(text => !NAMES.has(text) && !/^\(?select |</.test(text));
}

/** Proper names, and identifiers of protocols. */
const NAMES = new Set([
  ...['Edge', 'Opera', 'Samsung Internet', 'Vivaldi', 'Firefox', 'Chrome', 'Safari', 'Mozilla', 'Mozilla/'],
  ...['Android', 'Windows', 'ChromeOS', 'Linux', 'Facebook', 'WhatsApp', 'Broadsheet', 'OpenID Connect'],
  ...['NewsArticle', 'Person', 'NewsMediaOrganization', 'ItemList', 'ListItem', 'PublicKeyCredential'],
  ...['AbortError', 'NotAllowedError'],
]);

function detailsIn(source: string): string[] {
  const found = source.matchAll(/new Problem\(\s*'[a-z-]+',\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g);
  return [...found]
    .map(([, plain, template]) => plain ?? literal(template ?? ''))
    .filter(text => /\p{L}{2}/u.test(text));
}

/** The template with a placeholder for each expression. */
function literal(template: string): string {
  return template.replace(/\$\{[^}]*\}/g, '1');
}

/** Words of a template outside its tags and expressions, and in attributes that screen readers read. */
function wordsIn(source: string): string[] {
  const found: string[] = [];
  for (const template of templatesIn(source)) {
    const text = template
      .replace(/^ [a-z-]+$/, '')
      .replace(/(aria-label|title|alt|placeholder|content)="([^"]*)"/g, (_all, name, value) =>
        name === 'content' ? '' : ` >${value}< `,
      )
      .replace(/ [a-z-]+="[^"]*"/g, '')
      .replace(/<code>[^<]*<\/code>/g, '')
      .replace(/<[^>]*>?/g, ' ');
    found.push(...(text.match(/\p{L}{2,}/gu) ?? []).filter(word => !IGNORED_WORDS.has(word)));
  }
  return found;
}

const IGNORED_WORDS = new Set(['nbsp', 'amp', 'UTC', 'doctype', 'html']);

/** The literal parts of each html template without `${}`; nested templates are found separately. */
function templatesIn(source: string): string[] {
  return [...source.matchAll(/\bhtml`/g)].map(({ index }) => literalFrom(source, index + 5));
}

function literalFrom(source: string, start: number): string {
  let text = '';
  for (let at = start; at < source.length; at++) {
    if (source[at] === '`') return text;
    if (source[at] === '$' && source[at + 1] === '{') at = endOfValue(source, at + 2);
    else text += source[at];
  }
  return text;
}

function endOfValue(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return at;
    if (source[at] === '`') at = endOfTemplate(source, at + 1);
  }
  return source.length;
}

function endOfTemplate(source: string, start: number): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '`') return at;
    if (source[at] === '$' && source[at + 1] === '{') at = endOfValue(source, at + 2);
  }
  return source.length;
}
