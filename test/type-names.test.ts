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
  assert.ok(files.size > 1_000, `only ${files.size} types were found`);
  assert.deepEqual(
    [...files].filter(([, where]) => where.length > 1),
    [],
  );
});

test('the search for type names finds each kind of declaration', () => {
  const source = `interface A {}
export type B = A;
abstract class C {}
export class D<T> {}
export default class E extends D<B> {}
function local() {
  type F<T> = T[];
  interface G extends A {}
}
export declare class H implements G {}
declare module 'library' {
  interface NotDeclared {}
}
import {
  type NotDeclared,
} from './other.ts';
export type { NotDeclared } from './other.ts';
const type = 1;`;
  assert.deepEqual(typesIn(source), ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
});

function typesIn(source: string): string[] {
  const own = source.replaceAll(AUGMENTATION, '');
  return [...own.matchAll(DECLARATION)].map(({ 1: classLike, 2: alias }) => classLike ?? alias ?? '');
}

/** Adds members to a type of a library, which is declared there. */
const AUGMENTATION = /^declare (?:module '.*'|global) \{.*?^\}/gms;
const DECLARATION =
  /^\s*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:(?:interface|class) (\w+)(?=\s*[<{]| extends | implements )|type (\w+)(?=\s*(?:<[^;]*?>)?\s*=))/gm;
