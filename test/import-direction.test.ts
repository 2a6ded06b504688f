import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

/**
 * lib <- model, catalogues <- platform <- modules <- app <- serve <- wiring <- cli <- main. A file imports from its own
 * layer or from one further left. Modules do not import one another: what two of them share is in `model`, what
 * composes them is in `app`. Only the wiring imports the implementation of a port.
 */
const SRC = join(import.meta.dirname, '../src');

const LAYERS: readonly (readonly string[])[] = [
  ['lib'],
  ['model', 'errors.ts', 'metrics.ts', 'config.ts', 'streams.ts', 'tables.ts', 'version.ts'],
  ['platform'],
  ['ingest', 'stories', 'signals', 'social', 'search', 'feeds', 'live', 'drops', 'notify', 'accounts'],
  ['app'],
  ['serve'],
  ['context.ts', 'roles', 'demo', 'program.ts'],
  ['cli'],
  ['main.ts'],
];

const MODULES = LAYERS[3] ?? [];
const IMPLEMENTATIONS =
  /^platform\/(cache\/memory|archive\/files|telemetry\/(standard|memory)|database\/embedded)\//;
/** `open.ts` is wiring too: it locks the folder of the index it opens. */
const KNOWS_IMPLEMENTATIONS = /^(context\.ts|search\/engine\/embedded\/open\.ts|cli\/)/;

const imports = await readImports();

test('imports go from the wiring towards lib, never back', () => {
  const wrong = imports.filter(({ from, to }) => layerOf(to) > layerOf(from));
  assert.deepEqual(wrong, []);
});

test('modules of the trade do not import one another', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [top(from), top(to)];
    return a !== b && MODULES.includes(a) && MODULES.includes(b);
  });
  assert.deepEqual(wrong, []);
});

test('only the wiring knows which implementation stands behind a port', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      IMPLEMENTATIONS.test(to) &&
      !KNOWS_IMPLEMENTATIONS.test(from) &&
      dirname(from) !== dirname(to) &&
      !dirname(from).startsWith(dirname(to)),
  );
  assert.deepEqual(wrong, []);
});

test('of the roles, only web imports serve', () => {
  const wrong = imports.filter(
    ({ from, to }) => top(from) === 'roles' && from !== 'roles/web.ts' && top(to) === 'serve',
  );
  assert.deepEqual(wrong, []);
});

test('only the index role and the commands import the embedded search engine', () => {
  const engine = 'search/engine/embedded/';
  const wrong = imports.filter(
    ({ from, to }) =>
      to.startsWith(engine) && !from.startsWith(engine) && !/^(roles\/index\.ts$|cli\/)/.test(from),
  );
  assert.deepEqual(wrong, []);
});

test('every file belongs to a layer', () => {
  assert.deepEqual(
    [...new Set(imports.map(({ from }) => top(from)))].filter(
      name => name !== 'client' && layerOf(name) === -1,
    ),
    [],
  );
});

/** The client is a package of its own: it imports nothing of the server. */
test('the client stands alone', () => {
  assert.deepEqual(
    imports.filter(({ from, to }) => top(from) === 'client' && top(to) !== 'client'),
    [],
  );
});

async function readImports(): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of glob('**/*.ts', { cwd: SRC })) {
    if (file.endsWith('.test.ts') || file.endsWith('.testing.ts') || /(^|\/)contract/.test(file)) continue;
    const source = await readFile(join(SRC, file), 'utf8');
    for (const [, path = ''] of source.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)) {
      const to = relative(SRC, resolve(join(SRC, dirname(file)), path));
      if (!to.startsWith('..')) found.push({ from: file, to });
    }
  }
  return found;
}

function layerOf(path: string): number {
  return LAYERS.findIndex(layer => layer.includes(top(path)));
}

function top(path: string): string {
  return path.split('/')[0] ?? '';
}

interface Import {
  from: string;
  to: string;
}
