import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TABLES } from '../src/tables.ts';

/**
 * Each table has one owner, which alone writes it. This test reads the SQL in the source: names after `insert
 * into`, `update`, `delete from`, `copy` and so on are writes, as are calls of SQL functions that write. Any other
 * name of a table in a statement or a part of one is a read. `cli/backup` is exempt: it copies the whole database.
 */
const SRC = join(import.meta.dirname, '../src');
const MIGRATIONS = join(import.meta.dirname, '../migrations');
const EXEMPT = /^(cli\/backup\/|tables\.ts$)/;

/** A verb, then a table or a list of tables with aliases. */
const ALIAS = String.raw`(?:\s+(?:as\s+)?(?!(?:using|on|set|where|join|left|inner|cross|order|group|limit)\b)[a-z_]+)?`;
const NAMED = new RegExp(
  String.raw`\b(insert\s+into|merge\s+into|update|delete\s+from|copy|truncate(?:\s+table)?|lock\s+table|from|join|using)` +
    String.raw`\s+(?:only\s+|lateral\s+)?(?:public\.)?([a-z_]+${ALIAS}(?:\s*,\s*[a-z_]+${ALIAS})*)`,
  'gi',
);
const WRITES = /^(insert|merge|update|delete|copy|truncate|lock)/i;
const TABLE_NAME = new RegExp(
  String.raw`(?<![\w.]|\bas )(?:public\.)?"?(${Object.keys(TABLES).join('|')})\b"?`,
  'gi',
);
const WRITE_BEFORE =
  /\b(insert\s+into|merge\s+into|update|delete\s+from|copy|truncate(\s+table)?|lock(\s+table)?|(alter|drop)\s+table)\s+(only\s+)?$/i;

const functions = await writingFunctions();
const uses = await tableUses();

test('every table is used, and every used table is in the catalogue', () => {
  const used = new Set(uses.map(({ table }) => table));
  // Only the broker's SQL functions use these; no statement in the source names them.
  const byFunctions = /^queue_(done|groups|heads|holes|leases|messages|returns|waiting)$/;
  assert.deepEqual(
    Object.keys(TABLES).filter(table => !used.has(table) && !byFunctions.test(table)),
    [],
  );
});

test('only its owner writes a table', () => {
  assert.deepEqual(
    uses.filter(({ table, module, isWrite }) => isWrite && module !== TABLES[table]?.owner).map(describe),
    [],
  );
});

test('only its owner and the modules on its list read a table', () => {
  assert.deepEqual(
    uses
      .filter(
        ({ table, module }) => module !== TABLES[table]?.owner && !TABLES[table]?.readBy?.includes(module),
      )
      .map(describe),
    [],
  );
});

test('every module on a list of readers reads the table', () => {
  const unneeded = Object.entries(TABLES).flatMap(([table, { readBy = [] }]) =>
    readBy
      .filter(module => !uses.some(use => use.table === table && use.module === module))
      .map(module => `${module} does not read ${table}`),
  );
  assert.deepEqual(unneeded, []);
});

test('the SQL parser recognises the usual ways to name a table', () => {
  const sql = `
    with x as (select 1 from stories as s, topics t join users u on true) insert into articles (id) select 1;
    update only sources set name = ''; delete from fetches using signals where true; copy entities (id) from stdin;
    merge into digests using sessions on true; lock table tasks; select extract(epoch from signals)`;
  assert.deepEqual(tablesIn(sql).map(describeUse).toSorted(), [
    'read sessions',
    'read signals',
    'read signals',
    'read stories',
    'read topics',
    'read users',
    'write articles',
    'write digests',
    'write entities',
    'write fetches',
    'write sources',
    'write tasks',
  ]);
});

test('a read is found in any part of a statement, and a write however the table is named', () => {
  const source = [
    'const PART = sql`story_engagement left join story_redirects on true`;',
    `sql\`select 1 from unnest($1) as w (id), $${'{only ? sql`sources` : sql``}'}, lateral (select 1), users\`;`,
    'sql`truncate table articles; lock "topics"; delete from only',
    '  public.entities; select start_task_runs(1), a.sessions, 1 as digests`;',
  ].join('\n');
  const found = statementsIn(source).flatMap(sql => mentionsIn(sql).map(describeUse));
  assert.deepEqual(found.toSorted(), [
    'read sources',
    'read story_engagement',
    'read story_redirects',
    'read users',
    'write articles',
    'write entities',
    'write task_runs',
    'write tasks',
    'write topics',
  ]);
});

test('a SQL function writes the tables of one owner only', () => {
  const mixed = [...functions].filter(
    ([, tables]) => new Set([...tables].map(table => TABLES[table]?.owner)).size > 1,
  );
  assert.ok(functions.has('start_task_runs'));
  assert.deepEqual(mixed, []);
});

async function tableUses(): Promise<TableUse[]> {
  const found: TableUse[] = [];
  for await (const file of glob('**/*.ts', { cwd: SRC })) {
    if (/\.(test|testing)\.ts$|(^|\/)contract/.test(file) || EXEMPT.test(file)) continue;
    const source = await readFile(join(SRC, file), 'utf8');
    const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
    for (const use of [...tablesIn(code), ...statementsIn(code).flatMap(mentionsIn)])
      found.push({ ...use, file, module: moduleOf(file) });
  }
  return found;
}

/** The SQL of the templates in the source; templates inside templates are statements as well. */
function statementsIn(source: string): string[] {
  const statements: string[] = [];
  for (const { index, 0: start } of source.matchAll(/(?:\bsql|\bscript\(|\btext: ?)`/g)) {
    let statement = '';
    let depth = 0;
    for (let at = index + start.length; at < source.length && !(depth === 0 && source[at] === '`'); at++) {
      if (source.startsWith('${', at)) depth++;
      if (depth === 0) statement += source[at];
      else if (source[at] === '}') depth--;
    }
    statements.push(statement);
  }
  return statements;
}

function mentionsIn(sql: string): { table: string; isWrite: boolean }[] {
  const named = [...sql.matchAll(TABLE_NAME)].map(({ index, 1: table = '' }) => ({
    table: table.toLowerCase(),
    isWrite: WRITE_BEFORE.test(sql.slice(0, index)),
  }));
  const called = [...sql.matchAll(/\b(\w+)\s*\(/g)].flatMap(([, name = '']) => [
    ...(functions.get(name) ?? []),
  ]);
  return [...named, ...called.map(table => ({ table, isWrite: true }))];
}

/** The SQL functions of the migrations, and the tables that each writes. */
async function writingFunctions(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for await (const file of glob('*.sql', { cwd: MIGRATIONS })) {
    const migration = await readFile(join(MIGRATIONS, file), 'utf8');
    for (const [, name = '', body = ''] of migration.matchAll(
      /create (?:or replace )?function (\w+)(.*?)(?=\ncreate |$(?![\s\S]))/gis,
    )) {
      const written = tablesIn(body).filter(({ isWrite }) => isWrite);
      for (const { table } of written) found.set(name, (found.get(name) ?? new Set()).add(table));
    }
  }
  return found;
}

function tablesIn(sql: string): { table: string; isWrite: boolean }[] {
  const uses: { table: string; isWrite: boolean }[] = [];
  for (const [, verb = '', list = ''] of sql.matchAll(NAMED)) {
    const names = list.split(',').map(part => part.trim().split(/\s+/)[0] ?? '');
    for (const name of names)
      if (Object.hasOwn(TABLES, name)) uses.push({ table: name, isWrite: WRITES.test(verb) });
  }
  return uses;
}

function moduleOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'platform' ? `${first}/${second}` : first;
}

function describe({ file, table, isWrite }: TableUse): string {
  return `${file} ${isWrite ? 'writes' : 'reads'} ${table}`;
}

function describeUse({ table, isWrite }: { table: string; isWrite: boolean }): string {
  return `${isWrite ? 'write' : 'read'} ${table}`;
}

interface TableUse {
  readonly table: string;
  readonly isWrite: boolean;
  readonly file: string;
  readonly module: string;
}
