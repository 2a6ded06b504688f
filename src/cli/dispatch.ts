import { inspect } from 'node:util';
import type { Config } from '../config.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { VERSION } from '../version.ts';
import { type ParsedArguments, parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { explain } from './explain.ts';
import { UsageError } from './failures.ts';
import { commandHelp, overview } from './help.ts';
import type { ReplaceableProcess } from './runtime.ts';
import { type ResolvedSettings, resolveSettings } from './settings/resolve.ts';
import type { Signals } from './signals.ts';
import { didYouMean } from './suggest.ts';
import { type Environment, printable, type Terminal } from './terminal.ts';

/** Runs a command line: finds the command, passes it the settings, and returns the exit code. */
export async function runCommandLine(surroundings: CommandLineInput): Promise<number> {
  const { args, terminal } = surroundings;
  const [first, ...rest] = args;
  if (first === undefined || first === '--help' || first === '-h') {
    terminal.out.write(overview(COMMANDS, terminal.out));
    return first === undefined ? WRONG_USAGE : 0;
  }
  if (first === '--version') {
    terminal.out.write(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) return runCommand(command, rest, surroundings);
  const names = COMMANDS.map(({ name }) => name);
  terminal.err.write(`broadsheet: there is no command ${printable(first)}${didYouMean(first, names)}\n`);
  terminal.err.write('Run `broadsheet help` for a list of all commands.\n');
  return WRONG_USAGE;
}

async function runCommand(command: Command, args: string[], surroundings: CommandLineInput): Promise<number> {
  const { terminal, clock = systemClock, signals, process } = surroundings;
  const parsed = parseArguments(args, command);
  if (parsed.options['help'] === true) {
    terminal.out.write(commandHelp(command, terminal.out));
    return 0;
  }
  let known: ResolvedSettings | undefined;
  const settings = () => {
    known ??= settingsFor(parsed, surroundings);
    return known;
  };
  try {
    // When the flags have faults, check the settings too, to report everything at once.
    if (parsed.faults.length > 0) throw new UsageError([...parsed.faults, ...faultsOf(settings)]);
    const { words, options } = parsed;
    const invocation = { words, options, settings, terminal, clock, signals, process, commands: COMMANDS };
    return (await command.run(invocation)) ?? 0;
  } catch (error) {
    const debug = (known?.config.logLevel ?? parsed.settings.get('log-level')) === 'debug';
    return report(error, command, terminal, { config: known?.config, debug });
  }
}

function settingsFor(
  parsed: ParsedArguments,
  { environment, workingDirectory }: CommandLineInput,
): ResolvedSettings {
  const config = parsed.options['config'];
  return resolveSettings({
    flags: parsed.settings,
    configFlag: typeof config === 'string' ? config : undefined,
    environment,
    workingDirectory,
  });
}

function faultsOf(settings: () => ResolvedSettings): readonly string[] {
  try {
    settings();
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.faults;
    throw error;
  }
}

function report(
  error: unknown,
  command: Command,
  { err }: Terminal,
  { config, debug }: ReportOptions,
): number {
  const name = err.paint('red', 'broadsheet:');
  if (error instanceof UsageError) {
    const { faults } = error;
    err.write(
      faults.length === 1
        ? `${name} ${faults[0]}\n`
        : `${name} ${faults.length} problems\n${faults.map(fault => `  ${fault}\n`).join('')}`,
    );
    err.write(`Run \`broadsheet help ${command.name}\` for its usage.\n`);
  } else {
    const { message, remedy } = explain(error, config);
    err.write(`${name} ${message}\n${remedy === undefined ? '' : `${remedy}\n`}`);
  }
  if (debug) err.write(`${inspect(error)}\n`);
  return error instanceof UsageError ? WRONG_USAGE : FAILED;
}

const WRONG_USAGE = 2;
const FAILED = 1;

export interface CommandLineInput {
  /** The arguments after the program name. */
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly terminal: Terminal;
  readonly signals: Signals;
  readonly process?: ReplaceableProcess;
  readonly clock?: Clock;
}

interface ReportOptions {
  readonly config: Config | undefined;
  readonly debug: boolean;
}
