import path from 'node:path';
import { runAll } from './all.ts';
import { parseCommand, USAGE } from './arguments.ts';
import { benchmarkNames, loadBenchmark } from './catalogue.ts';
import { runOne } from './one.ts';

/** `npm run bench -- ...` over the benchmarks beside `program`; returns the exit status. See USAGE. */
export async function main(args: readonly string[], program: string): Promise<number> {
  const folder = path.dirname(program);
  const names = await benchmarkNames(folder);
  const command = parseCommand(args);
  switch (command.kind) {
    case 'help':
      console.log(USAGE);
      return 0;
    case 'wrong':
      console.error(`${command.reason}\n\n${USAGE}\n\n${await listing(folder, names)}`);
      return 2;
    case 'list':
      console.log(await listing(folder, names));
      return 0;
    case 'all':
      return runAll(program, names, command.options);
    case 'one':
      if (names.includes(command.name)) {
        return runOne(await loadBenchmark(folder, command.name), folder, command.options);
      }
      console.error(`There is no benchmark '${command.name}'.\n\n${await listing(folder, names)}`);
      return 2;
  }
}

/** Lists a benchmark that cannot be loaded together with the reason. */
async function listing(folder: string, names: readonly string[]): Promise<string> {
  const width = Math.max(0, ...names.map(name => name.length));
  const lines = names.map(async name => {
    const question = await loadBenchmark(folder, name).then(
      benchmark => benchmark.question,
      error => `cannot be loaded: ${error instanceof Error ? error.message : error}`,
    );
    return `  ${name.padEnd(width)}  ${question}`;
  });
  return ['Benchmarks:', ...(await Promise.all(lines))].join('\n');
}
