import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { SCOPES } from '../../../model/principal.ts';
import { translateTo } from './translate.ts';

/** What people read comes from the catalogues, or is known to `told`: no page and no script has words of its own. */
const ROOT = join(import.meta.dirname, '../../../..');

test('WEB-6: no template of a page has words of its own', async () => {
  for (const { name, source } of await sourcesIn(['src/serve/web/**/*.ts'])) {
    if (!TOLD_IN_ENGLISH.has(name)) assert.deepEqual(wordsIn(source), [], name);
  }
});

test('WEB-6: no text in a page or a script of it is English alone', async () => {
  for (const { name, source } of await sourcesIn(['src/serve/web/**/*.ts', 'web/**/*.ts'])) {
    if (!TOLD_IN_ENGLISH.has(name)) assert.deepEqual(proseIn(source).filter(isUntold), [], name);
  }
});

test('WEB-6: why something is refused is told in every language', async () => {
  const files = await sourcesIn(REFUSING.map(folder => `src/${folder}/**/*.ts`));
  const reasons = files.flatMap(({ source }) => reasonsIn(source));
  assert.ok(reasons.length > 50, 'reasons are found where they are given');
  assert.deepEqual(reasons.filter(isUntold), []);
});

test('WEB-6: what a token may do is told in every language', () => {
  assert.deepEqual(Object.values<string>(SCOPES).filter(isUntold), []);
});

test('a reason within a sentence is told like any other; what nobody translated stays as it was said', () => {
  assert.equal(
    translateTo('de', "The rule cannot be followed: 'most' has to be a list."),
    'Nach der Regel kann nicht gehandelt werden: „most“ muss eine Liste sein.',
  );
  assert.equal(translateTo('de', 'getaddrinfo ENOTFOUND'), undefined);
  assert.equal(translateTo('en', 'There is no queue x.'), 'There is no queue x.');
});

test('prose is found where it stands', () => {
  assert.deepEqual(
    wordsIn('html`<p title="Hello you">\u0024{say("x", { a: html`<b>Inner</b>` })} Outer</p>`'),
    ['Hello', 'you', 'Outer', 'Inner'],
  );
  const source = "const a = { name: 'Never', id: 'some-thing', text: `\u0024{count} of them left` };";
  assert.deepEqual(proseIn(source), ['Never', '1 of them left']);
  assert.deepEqual(reasonsIn("throw new Problem('conflict', `There are \u0024{MOST} of them.`)"), [
    'There are 1 of them.',
  ]);
});

/**
 * The description of the API is in English, and so is the page around it; sitemaps are for machines; the story of the
 * design page is a story, told in its own language.
 */
const TOLD_IN_ENGLISH = new Set(
  ['pages/api-docs', 'pages/design', 'sitemaps'].map(name => `src/serve/web/${name}.ts`),
);

/** Where forms go to, and what is refused there comes back to their pages. */
const REFUSING = [
  'accounts',
  'feeds',
  'ingest/sources',
  'platform/tasks',
  'serve/admin',
  'serve/web',
  'signals',
];

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

function isUntold(text: string): boolean {
  return translateTo('de', text) === undefined;
}

/** Literals that read like a text: a word with a capital, or three words in a row. */
function proseIn(source: string): string[] {
  return source
    .split('\n')
    .filter(line => !/^import |^\} from |\blog\.|Error\(|Exception\(/.test(line.trim()))
    .flatMap(line => [...line.matchAll(/(?<![\w.])'((?:[^'\\]|\\.)*)'|(?<!\w)`([^`]*)`/g)])
    .map(([, plain, template]) => plain ?? literal(template ?? ''))
    .filter(text => /^\p{Lu}\p{Ll}+/u.test(text) || /\p{L} \p{L}+ \p{L}/u.test(text))
    .filter(text => !NAMES.has(text) && !/^\(?select |</.test(text));
}

/** Names of things that are called the same everywhere, and words of protocols. */
const NAMES = new Set([
  ...['Edge', 'Opera', 'Samsung Internet', 'Vivaldi', 'Firefox', 'Chrome', 'Safari', 'Mozilla', 'Mozilla/'],
  ...['Android', 'Windows', 'ChromeOS', 'Linux', 'Facebook', 'WhatsApp', 'Broadsheet', 'OpenID Connect'],
  ...['NewsArticle', 'Person', 'NewsMediaOrganization', 'ItemList', 'ListItem', 'PublicKeyCredential'],
  ...['AbortError', 'NotAllowedError'],
]);

function reasonsIn(source: string): string[] {
  const found = source.matchAll(
    /(?:new Problem\(\s*'[a-z-]+'|invalid(?:Input)?\(\s*(?:at|'[^']*')|fault\(\s*(?:at|'[^']*')),\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g,
  );
  // One that only puts together what others said has no words of its own.
  return [...found]
    .map(([, plain, template]) => plain ?? literal(template ?? ''))
    .filter(text => /\p{L}{2}/u.test(text));
}

/** As it is with something in its places. */
function literal(template: string): string {
  return template.replace(/\$\{[^}]*\}/g, '1');
}

/** Letters in a template that stand outside of its tags and its values, or in an attribute that is read out. */
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
    found.push(...(text.match(/\p{L}{2,}/gu) ?? []).filter(word => !NO_WORDS.has(word)));
  }
  return found;
}

const NO_WORDS = new Set(['nbsp', 'amp', 'UTC', 'doctype', 'html']);

/** The literal parts of each html template, what stands in `${}` left out; nested ones are found for themselves. */
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
