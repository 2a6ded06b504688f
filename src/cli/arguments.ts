import { SETTINGS } from '../config.ts';
import { COMMON_OPTIONS, type Command, type Options } from './command.ts';
import { didYouMean, nearest } from './suggest.ts';
import { printable } from './terminal.ts';

/**
 * Splits the arguments of a command into words, options and settings. `--flag value` and `--flag=value` are equal; `--`
 * ends the options. It throws nothing and collects all faults.
 */
export function parseArguments(args: readonly string[], command: Command): ParsedArguments {
  const parser = new Parser(args, knownFlags(command));
  parser.run();
  const { words, options, settings, faults } = parser;
  return { words, options, settings, faults: [...faults, ...wordFaults(words, command, faults.length > 0)] };
}

/** Everything that may follow a command with two dashes. */
function knownFlags(command: Pick<Command, 'options'>): KnownFlags {
  const options: Options = { ...COMMON_OPTIONS, ...command.options };
  const kindOf = (name: string) => {
    if (Object.hasOwn(options, name)) return options[name]?.kind;
    return Object.hasOwn(SETTINGS, name) ? 'setting' : undefined;
  };
  return { options, kindOf, names: [...Object.keys(options), ...Object.keys(SETTINGS)] };
}

class Parser {
  readonly words: string[] = [];
  readonly options: Record<string, string | boolean | undefined>;
  readonly settings = new Map<string, string>();
  readonly faults: string[] = [];
  readonly #given = new Set<string>();
  readonly #queue: string[];
  readonly #known: KnownFlags;

  constructor(args: readonly string[], known: KnownFlags) {
    this.#queue = [...args];
    this.#known = known;
    this.options = unset(known.options);
  }

  run(): void {
    for (let arg = this.#queue.shift(); arg !== undefined; arg = this.#queue.shift()) {
      if (arg === '--') this.words.push(...this.#queue.splice(0));
      else if (arg === '-h') this.options['help'] = true;
      else if (isFlag(arg)) this.#takeFlag(arg);
      else this.words.push(arg);
    }
  }

  #takeFlag(arg: string): void {
    const [, name = '', inline] = /^--?([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    const kind = arg.startsWith('--') ? this.#known.kindOf(name) : undefined;
    if (this.#given.has(name)) this.faults.push(`--${name} is given more than once`);
    if (kind !== undefined) this.#given.add(name);
    if (kind === undefined) this.#refuseFlag(arg, name, inline);
    else if (kind === 'switch') this.#takeSwitch(name, inline);
    else this.#takeValue(name, kind, inline);
  }

  #takeSwitch(name: string, inline: string | undefined): void {
    if (inline !== undefined) this.faults.push(`--${name} takes no value`);
    this.options[name] = true;
  }

  #takeValue(name: string, kind: 'value' | 'setting', inline: string | undefined): void {
    const next = this.#queue[0];
    const value = inline ?? (next === undefined || isFlag(next) ? undefined : this.#queue.shift());
    if (value === undefined) this.faults.push(`--${name} needs a value${dashHint(name, next)}`);
    else if (kind === 'setting') this.settings.set(name, value);
    else this.options[name] = value;
  }

  #refuseFlag(arg: string, name: string, inline: string | undefined): void {
    const { names, kindOf } = this.#known;
    this.faults.push(`there is no flag ${shown(arg)}${didYouMean(name, names, found => `--${found}`)}`);
    // Treat the word after a misspelt flag as its value, unless a switch was meant, to avoid a second fault.
    const next = this.#queue[0];
    const meant = nearest(name, names);
    if (inline === undefined && next !== undefined && !isFlag(next) && kindOf(meant ?? '') !== 'switch')
      this.#queue.shift();
  }
}

function unset(options: Options): Record<string, string | boolean | undefined> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [name, kind === 'switch' ? false : undefined]),
  );
}

function wordFaults(words: readonly string[], command: Command, alreadyFaulty: boolean): string[] {
  const [min, max] = command.words;
  if (words.length > max) return [`${command.name} does not take ${words.slice(max).map(shown).join(' ')}`];
  // A misspelt flag may have consumed the missing word.
  if (words.length < min && !alreadyFaulty)
    return [
      `${command.name} needs more arguments: ${command.usage.map(form => `broadsheet ${form}`).join(', or ')}`,
    ];
  return [];
}

/** `-5` and `-` are values. */
function isFlag(arg: string): boolean {
  return /^-[a-z]/i.test(arg) || arg.startsWith('--');
}

function dashHint(name: string, next: string | undefined): string {
  return next === undefined ? '' : `; if it begins with a dash, write --${name}=VALUE`;
}

/** Without the part after `=`, which may be a secret. */
function shown(arg: string): string {
  const name = printable(arg.replace(/=.*$/s, ''));
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

export interface ParsedArguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Raw values of settings by name. */
  readonly settings: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

export interface KnownFlags {
  readonly options: Options;
  readonly names: readonly string[];
  kindOf(name: string): 'switch' | 'value' | 'setting' | undefined;
}
