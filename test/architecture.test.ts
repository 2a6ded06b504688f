import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { START_ORDER } from '../src/roles/roles.ts';

const ROOT = join(import.meta.dirname, '..');
const text = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

test('every path that the map names exists', () => {
  const quoted = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
  const flows = [...text.matchAll(/ (src\/[\w/.-]+)$/gm)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => path);
  const paths = [...quoted, ...flows, ...linked, ...treePaths()];
  assert.ok(paths.length > 60, 'the paths are recognised');
  assert.deepEqual(
    paths.filter(path => !ROOTS.some(root => existsSync(join(ROOT, root, path)))),
    [],
  );
});

test('the table of roles names only roles that exist', () => {
  const named = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter(name => !START_ORDER.some(role => role === name)),
    [],
  );
});

/** The folders of the tree and those that its modules list after their names. */
function treePaths(): string[] {
  const tree = text.slice(text.indexOf('src/\n'), text.indexOf('test/ regression/'));
  return [...tree.matchAll(/^ {2}(\w+)\/ +(.*(?:\n {14}.*)*)/gm)].flatMap(([, module = '', rest = '']) => [
    `src/${module}`,
    ...(LISTED.includes(module) ? (rest.replace(/\(.*?\)/g, '').match(/[\w/]+/g) ?? []) : []).map(
      folder => `src/${module}/${folder}`,
    ),
  ]);
}

/** What a path may be relative to. */
const ROOTS = ['', 'src', 'src/platform', 'src/search'];
/** Modules whose folders the tree names, and nothing else. */
const LISTED = ['ingest', 'signals', 'feeds', 'search'];
