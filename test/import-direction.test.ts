import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

/**
 * lib <- model, catalogues <- platform <- modules <- app <- serve <- wiring <- cli <- main. A file imports
 * from its own layer or one further left. Modules do not import one another: `model` has what two of them
 * share, `app` composes them. Only the wiring imports the implementation of a port.
 */
const SRC = join(import.meta.dirname, '../src');

const WIRING = ['context.ts', 'installation-secret.ts', 'sizes.ts', 'roles', 'demo', 'program.ts'];

const LAYERS: readonly (readonly string[])[] = [
  ['lib'],
  ['model', 'errors.ts', 'metrics.ts', 'config.ts', 'streams.ts', 'tables.ts', 'version.ts'],
  ['platform'],
  ['ingest', 'stories', 'signals', 'social', 'search', 'feeds', 'live', 'drops', 'notify', 'accounts'],
  ['app'],
  ['serve'],
  WIRING,
  ['cli'],
  ['main.ts'],
];

const MODULES = LAYERS[3] ?? [];
/** Every folder of the cache and the archive except the contract is an implementation, also one added later. */
const IMPLEMENTATIONS =
  /^platform\/(cache\/(?!contract)\w+|archive\/\w+|telemetry\/(standard|memory)|database\/embedded)\//;
/**
 * `open.ts` is wiring too: it locks the folder of the index it opens. The periodic tasks of the platform clean up what its
 * implementations store.
 */
const KNOWS_IMPLEMENTATIONS =
  /^(context\.ts|sizes\.ts|installation-secret\.ts|platform\/periodic-tasks\.ts|search\/engine\/embedded\/open\.ts|cli\/)/;

/** With the names, from a path; or for its effects, or when it runs. */
const IMPORT = /\b(?:import|export)\s+([\w*{][^;'"]*?)\s+from\s*'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g;

const imports = await readImports();

test('imports go from the wiring towards lib, never back', () => {
  assert.deepEqual(againstDirection(imports), []);
});

test('the check of the direction finds every form of import', () => {
  const source = [
    "import { a } from '../serve/a.ts';",
    "import '../serve/b.ts';",
    "export * from '../serve/c.ts';",
    "await import('../serve/d.ts');",
    "await import(\n  '../serve/e.ts',\n);",
    "import type { F } from '../serve/f.ts';",
    "import { g } from '../lib/g.ts';",
  ].join('\n');
  assert.deepEqual(
    againstDirection(importsIn('app/a.ts', source)).map(({ to }) => to),
    ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `serve/${name}.ts`),
  );
});

test('domain modules do not import one another', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [top(from), top(to)];
    return a !== b && MODULES.includes(a) && MODULES.includes(b);
  });
  assert.deepEqual(wrong, []);
});

test('only the wiring knows the implementation of a port', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      IMPLEMENTATIONS.test(to) &&
      !KNOWS_IMPLEMENTATIONS.test(from) &&
      dirname(from) !== dirname(to) &&
      !dirname(from).startsWith(dirname(to)),
  );
  assert.deepEqual(wrong, []);
});

test('what calls several modules is a use case of app, not a file of serve', () => {
  const called = new Map<string, Set<string>>();
  for (const { from, to, isType } of imports)
    if (top(from) === 'serve' && MODULES.includes(top(to)) && !isType)
      called.set(from, (called.get(from) ?? new Set()).add(top(to)));
  const wrong = [...called].filter(([, modules]) => modules.size > 1);
  assert.deepEqual(wrong, []);
});

test('of the roles and the wiring, only web imports serve', () => {
  const wrong = imports.filter(
    ({ from, to }) => top(to) === 'serve' && WIRING.includes(top(from)) && from !== 'roles/web.ts',
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

/** The client is its own package and imports nothing of the server. */
test('the client imports nothing of the server', () => {
  assert.deepEqual(
    imports.filter(({ from, to }) => top(from) === 'client' && top(to) !== 'client'),
    [],
  );
});

/** Type imports count as well: a reader follows them like any other import. */
test('no file imports itself by way of others', () => {
  assert.deepEqual(cycles(fileGraph()), []);
});

test('folders of a module do not import each other back and forth', () => {
  const folders = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a && b && a !== b) folders.set(a, (folders.get(a) ?? new Set()).add(b));
  }
  const mutual = [...folders].flatMap(([a, targets]) =>
    [...targets].filter(b => a < b && folders.get(b)?.has(a)).map(b => `${a} <-> ${b}`),
  );
  assert.deepEqual(mutual, []);
});

test('the check of cycles finds one', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ]);
  assert.deepEqual(cycles(graph), [['a', 'b', 'c']]);
});

function fileGraph(): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
  return graph;
}

/** The strongly connected components of more than one node, by Tarjan's algorithm. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const order = index.size;
    index.set(node, order);
    let lowest = order;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    if (lowest === order) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) found.push(component.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** The folder of a module that a file is in, such as `ingest/parse`; undefined for loose files and other layers. */
function folderOf(path: string): string | undefined {
  const [module = '', folder = '', file] = path.split('/');
  return MODULES.includes(module) && file !== undefined ? `${module}/${folder}` : undefined;
}

async function readImports(): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of glob('**/*.ts', { cwd: SRC })) {
    if (file.endsWith('.test.ts') || file.endsWith('.testing.ts') || /(^|\/)contract/.test(file)) continue;
    found.push(...importsIn(file, await readFile(join(SRC, file), 'utf8')));
  }
  return found;
}

function importsIn(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)]
    .map(([, named, from, path = from ?? '']) => ({
      from: file,
      to: relative(SRC, resolve(join(SRC, dirname(file)), path)),
      isType: named !== undefined && namesTypesOnly(named),
    }))
    .filter(({ to }) => !to.startsWith('..'));
}

/** Whether a clause such as `type A` or `{ type A, type B }` names only types. */
function namesTypesOnly(clause: string): boolean {
  if (clause.startsWith('type ')) return true;
  const names = clause.replace(/[{}]/g, '').split(',');
  return names.every(name => name.trim() === '' || name.trim().startsWith('type '));
}

function againstDirection(found: readonly Import[]): Import[] {
  return found.filter(({ from, to }) => layerOf(to) > layerOf(from));
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
  /** Nothing but types is imported, so nothing can be called. */
  isType: boolean;
}
