import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Parser } from 'htmlparser2';

/**
 * Small feeds by category, each with a sentence on its quirk and what a reader should make of it. Beside
 * `name.xml` (or .json, or .txt where the document is not even that) stands `name.expected.json`:
 *
 *   { quirk, url?, contentType?, expect: { path: value, ... } | reject: reason, recovered?: [kind, ...] }
 */
export async function loadFeedCorpus(): Promise<readonly CorpusCase[]> {
  const cases: CorpusCase[] = [];
  for await (const file of glob('*/*.expected.json', { cwd: FOLDER })) {
    const described: unknown = JSON.parse(await readFile(join(FOLDER, file), 'utf8'));
    if (!isDescription(described)) throw new TypeError(`${file} does not describe a case`);
    const category = dirname(file);
    const name = basename(file, '.expected.json');
    cases.push({ ...described, category, name, bytes: await readDocument(category, name) });
  }
  return cases.sort((a, b) => (`${a.category}/${a.name}` < `${b.category}/${b.name}` ? -1 : 1));
}

/** The paths at which the view differs from what is expected, with both values. */
export function differences(view: unknown, expected: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(expected).flatMap(([path, wanted]) => {
    const found = valueAt(view, path);
    if (isDeepStrictEqual(found, wanted)) return [];
    return [`${path}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`];
  });
}

/** `items[0].source.title`; what is missing is null, as it is in an expectation. */
export function valueAt(view: unknown, path: string): unknown {
  let value = view;
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  }
  return value ?? null;
}

/** The text that a browser would show, read by another parser than the one under test. */
export function shownText(html: string | null | undefined): string | null {
  if (html === null || html === undefined) return null;
  let text = '';
  const parser = new Parser({
    ontext: data => (text += data),
    onopentagname: name => (text += BREAKING.test(name) ? ' ' : ''),
    onclosetag: name => (text += BREAKING.test(name) ? ' ' : ''),
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim() || null;
}

/** All addresses of links and pictures, in order. */
export function shownUrls(html: string | null | undefined): string[] {
  const urls: string[] = [];
  const parser = new Parser({
    onopentag: (_, { href, src }) => urls.push(...[href, src].filter(url => url !== undefined)),
  });
  parser.end(html ?? '');
  return urls;
}

async function readDocument(category: string, name: string): Promise<Uint8Array> {
  for await (const file of glob(`${category}/${name}.{xml,json,txt}`, { cwd: FOLDER })) {
    if (!file.endsWith('.expected.json')) return new Uint8Array(await readFile(join(FOLDER, file)));
  }
  throw new Error(`There is no document for ${category}/${name}`);
}

function isDescription(value: unknown): value is Description {
  if (typeof value !== 'object' || value === null || !('quirk' in value)) return false;
  return 'expect' in value || 'reject' in value;
}

const FOLDER = join(import.meta.dirname, 'feeds');
const BREAKING = /^(?:p|div|br|li|td|tr|h[1-6]|figure|blockquote|img)$/;

interface Description {
  readonly quirk: string;
  readonly url?: string;
  readonly contentType?: string;
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly reject?: string;
  /** Kinds of recoveries that must be told. */
  readonly recovered?: readonly string[];
}

export interface CorpusCase extends Description {
  readonly category: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}
