import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Report } from './benchmark.ts';

/** A separate folder of benchmarks, run by the real command line in a real process. */
let folder = '';

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bench-main-'));
  const harness = (file: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);
  await writeFile(
    path.join(folder, 'run.ts'),
    `import { main } from ${harness('main.ts')};
     process.exitCode = await main(process.argv.slice(2), import.meta.filename);`,
  );
  for (const [name, body] of [
    ['fine', "ctx.figure({ metric: 'speed', value: 2, unit: 'x', goal: 1, better: 'higher' });"],
    ['slow', "ctx.figure({ metric: 'delay', value: 2, unit: 's', goal: 1, better: 'lower' });"],
  ] as const) {
    await writeBenchmark(name, body, harness('benchmark.ts'));
  }
});

after(() => rm(folder, { recursive: true }));

test('one benchmark prints machine, versions and corpus and ends with a line per figure', async () => {
  const { status, out } = await bench('fine', '--quick');
  assert.equal(status, 0);
  assert.match(out, /^fine: Is it fine\?\nmachine {3}.+\nversions {2}Node .+\ncorpus {4}nothing, 0 rows\n/);
  assert.match(out, /\nspeed {2}2 {2}x {2}>=1 {2}ok\n$/);
});

test('a quick run writes RESULTS.md only with --write, a full run replaces its section', async () => {
  const results = path.join(folder, 'RESULTS.md');
  await bench('fine', '--quick');
  await assert.rejects(access(results));
  await bench('slow', '--quick', '--write');
  await bench('fine');
  await bench('fine');
  const sections = (await readFile(results, 'utf8')).match(/^## .+$/gm);
  assert.deepEqual(sections, ['## fine', '## slow']);
});

test('a figure that misses its goal fails the run only with --strict', async () => {
  assert.equal((await bench('slow', '--quick')).status, 0);
  assert.equal((await bench('slow', '--quick', '--strict')).status, 3);
});

test('an unknown name prints the list', async () => {
  const { status, err } = await bench('fast');
  assert.equal(status, 2);
  assert.match(err, /no benchmark 'fast'.+fine {2}Is it fine\?\n {2}slow {2}Is it slow\?/s);
});

test('--all runs every benchmark and lists the figures that miss their goals', async () => {
  const { status, out } = await bench('--all', '--quick');
  assert.equal(status, 0);
  assert.match(out, /2 benchmarks, 0 crashed; 1 figures short\ndelay {2}2 {2}s {2}<=1 {2}short\n$/);
  assert.equal((await bench('--all', '--quick', '--strict')).status, 3);
});

test('--all fails when a benchmark crashed, and its JSON still contains the others', async () => {
  const file = path.join(folder, 'broken.ts');
  await writeFile(file, "throw new Error('it broke');");
  try {
    const { status, out } = await bench('--all', '--quick', '--json');
    assert.equal(status, 1);
    const { benchmarks } = JSON.parse(out);
    assert.deepEqual(
      benchmarks.map((outcome: { name: string; report: unknown }) => [outcome.name, outcome.report !== null]),
      [
        ['broken', false],
        ['fine', true],
        ['slow', true],
      ],
    );
    assert.match((await bench('--list')).out, /broken {2}cannot be loaded: it broke/);
  } finally {
    await rm(file);
  }
});

test('quick benchmarks of --all share one PostgreSQL with separate databases', async () => {
  const body = `
    const server = await ctx.postgres();
    const url = await server.createDatabase('same-name');
    ctx.figure({ metric: 'port', value: server.port, unit: new URL(url).pathname, better: 'lower' });`;
  const harness = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'benchmark.ts')).href);
  const names = ['first-guest', 'second-guest'];
  for (const name of names) await writeBenchmark(name, body, harness);
  try {
    const { status, out } = await bench('--all', '--quick', '--json');
    assert.equal(status, 0);
    const guests = JSON.parse(out).benchmarks.filter(({ name }: { name: string }) => names.includes(name));
    const figures = guests.flatMap(({ report }: { report: Report }) => report.figures);
    assert.equal(figures.length, 2);
    assert.equal(figures[0].value, figures[1].value, 'the same server');
    assert.notEqual(figures[0].unit, figures[1].unit, 'not the same database');
  } finally {
    for (const name of names) await rm(path.join(folder, `${name}.ts`));
  }
});

async function writeBenchmark(name: string, body: string, harness: string): Promise<void> {
  await writeFile(
    path.join(folder, `${name}.ts`),
    `import { defineBenchmark } from ${harness};
     export default defineBenchmark({
       name: '${name}', question: 'Is it ${name}?', corpus: { name: 'nothing', size: '0 rows' }, peers: [],
       async run(ctx) { ${body} },
     });`,
  );
}

async function bench(...args: string[]): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [path.join(folder, 'run.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>(resolve => child.once('close', resolve));
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { status, out, err };
}
