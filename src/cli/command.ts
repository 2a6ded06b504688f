import type { Clock } from '../lib/clock.ts';
import type { ReplaceableProcess } from './runtime.ts';
import type { ResolvedSettings } from './settings/resolve.ts';
import type { Signals } from './signals.ts';
import type { Terminal } from './terminal.ts';

/** One command of the program. `docs/reference/cli.md` is generated from these. */
export interface Command<O extends Options = Options> {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Usage lines, without `broadsheet`. */
  readonly usage: readonly string[];
  /** Paragraphs for its help page. */
  readonly details: readonly string[];
  /** The minimum and maximum number of words besides options. */
  readonly words: readonly [min: number, max: number];
  readonly options: O;
  /** Whether its help page lists every setting; all commands take them. */
  readonly listsSettings?: boolean;
  /** Resolves with the exit code; nothing means 0. */
  run(invocation: Invocation<O>): Promise<number | undefined>;
}

/** The input of a command. */
export interface Invocation<O extends Options = Options> {
  readonly words: readonly string[];
  readonly options: OptionValues<O>;
  /** Reads and checks the settings; throws all faults as one UsageError. */
  settings(): ResolvedSettings;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly signals: Signals;
  /** The process of a command that runs as long as the program; absent in tests. */
  readonly process?: ReplaceableProcess | undefined;
  /** All commands, for `help`. */
  readonly commands: readonly Command[];
}

export type Options = Readonly<Record<string, Option>>;

export type Option =
  | { readonly kind: 'switch'; readonly help: string }
  | { readonly kind: 'value'; readonly placeholder: string; readonly help: string };

export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: ValueOf<O[Name]['kind']>;
};

/** An option of an unknown command may be of either kind. */
type ValueOf<K> = [K] extends ['switch']
  ? boolean
  : [K] extends ['value']
    ? string | undefined
    : string | boolean | undefined;

/** Infers the option types for `run`. */
export function command<const O extends Options>(definition: Command<O>): Command<O> {
  return definition;
}

/** Options that every command has. */
export const COMMON_OPTIONS = {
  config: { kind: 'value', placeholder: 'FILE', help: 'Settings file instead of ./broadsheet.toml.' },
  help: { kind: 'switch', help: 'Show this help.' },
} as const satisfies Options;
