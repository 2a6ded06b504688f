import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

/** A reader who meets a type name anywhere in the server knows which type it is. Types within a test are its own. */
const SRC = join(import.meta.dirname, '../src');
/** Generated from the API description, whose schemas have the names of what they describe. */
const GENERATED = 'client/api.ts';

test('no type name is declared twice', async () => {
  const files = new Map<string, string[]>();
  for await (const file of glob('**/*.ts', { cwd: SRC })) {
    if (file === GENERATED || file.endsWith('.test.ts')) continue;
    for (const name of typesIn(await readFile(join(SRC, file), 'utf8')))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  assert.deepEqual(
    [...files].filter(([, where]) => where.length > 1),
    [],
  );
});

test('the search for type names finds each kind of declaration', () => {
  const source =
    'interface A {}\nexport type B = A;\nabstract class C {}\nexport class D<T> {}\nconst type = 1;';
  assert.deepEqual(typesIn(source), ['A', 'B', 'C', 'D']);
});

function typesIn(source: string): string[] {
  const declarations = source.matchAll(
    /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
  );
  return [...declarations].map(([, name = '']) => name);
}
