import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- <name> [--quick] [--json] [--write] [--strict]
       npm run bench -- --all [--quick] [--json] [--write] [--strict]
       npm run bench -- --list

  <name>     run this benchmark and put its section into benchmarks/RESULTS.md
  --all      run all benchmarks in sequence, each in a separate process
  --list     list the benchmarks and their questions
  --quick    a run of seconds that checks that everything works; does not write RESULTS.md
  --write    also write RESULTS.md after a quick run
  --json     print one JSON document instead of text (npm run -s hides the lines of npm)
  --strict   fail the run when a figure misses its goal
  --help     print this

Exit status: 0 done, 1 a benchmark crashed, 2 wrong arguments, 3 a figure missed its goal (with --strict).`;

export interface BenchOptions {
  readonly quick: boolean;
  readonly json: boolean;
  readonly write: boolean;
  readonly strict: boolean;
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'all'; readonly options: BenchOptions }
  | { readonly kind: 'one'; readonly name: string; readonly options: BenchOptions };

export function parseCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: FLAGS });
    const { help, list, all, ...options } = values;
    const [name, extra] = positionals;
    if (help) return { kind: 'help' };
    if (extra !== undefined) return wrong(`one benchmark at a time, not also '${extra}'`);
    if (list) return { kind: 'list' };
    if (all) return name === undefined ? { kind: 'all', options } : wrong(`either --all or '${name}'`);
    return name === undefined ? wrong('which benchmark?') : { kind: 'one', name, options };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(reason: string): Command {
  return { kind: 'wrong', reason };
}

const flag = { type: 'boolean', default: false } as const;
const FLAGS = {
  help: flag,
  list: flag,
  all: flag,
  quick: flag,
  json: flag,
  write: flag,
  strict: flag,
} as const;
