import type { Attributes, Fields } from './port.ts';
import { isSecretName, REDACTED, withoutSecrets } from './secrets.ts';

/**
 * Log fields may contain anything: a whole document, a socket, a request body, a password. Before it is written a
 * value becomes a copy that is small, shallow, made only of JSON values and free of secrets.
 */
export const LIMITS = {
  /** Characters of one text, of a stack, of a span's attribute. */
  text: 4_096,
  stack: 8_192,
  attribute: 1_024,
  /** Total characters of all texts of one line. */
  line: 32_768,
  name: 64,
  /** Members of one object or list. */
  members: 64,
  depth: 6,
} as const;

/** Adds the clean copy of `fields` to `target`, which is returned. Never throws. */
export function cleanInto(target: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  try {
    copyMembers(target, fields, 0, { characters: LIMITS.line });
  } catch {
    target['…'] = UNREADABLE;
  }
  return target;
}

export function cleanText(text: string, limit: number = LIMITS.text): string {
  if (text.length <= 64 && HARMLESS.test(text)) return text;
  // A secret that the cut would split is still recognised: the search covers a little more than is kept.
  const scrubbed = withoutSecrets(text.length > limit + 1_024 ? text.slice(0, limit + 1_024) : text);
  return scrubbed.length > limit ? `${scrubbed.slice(0, limit)}… (${text.length} characters)` : scrubbed;
}

export function cleanAttributes(attributes: Attributes): Attributes {
  const target: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes).slice(0, LIMITS.members)) {
    const rule = ruleFor(name);
    const secret = rule.secret && holdsSomething(value);
    target[rule.name] = secret
      ? REDACTED
      : typeof value === 'string'
        ? cleanText(value, LIMITS.attribute)
        : value;
  }
  return target;
}

/** Never throws, whatever was thrown. */
export function cleanError(error: unknown): CleanError {
  try {
    const thrown = error instanceof Error ? error : new Error(describe(error));
    return errorParts(thrown, 0, { characters: LIMITS.line });
  } catch {
    return { name: 'Error', message: UNREADABLE };
  }
}

/** Short and without a character that could belong to a secret or needs escaping: most of what is ever logged. */
const HARMLESS = /^[\w\-./,+]*$/;

function copyMembers(target: Record<string, unknown>, source: Fields, depth: number, room: Room): void {
  let members = 0;
  for (const name in source) {
    if (!Object.hasOwn(source, name)) continue;
    if (++members > LIMITS.members) {
      target['…'] = 'the rest was left out';
      return;
    }
    const rule = ruleFor(name);
    target[depth === 0 ? rule.nameOnLine : rule.name] = cleanMember(source, name, rule.secret, depth, room);
  }
}

function cleanMember(source: Fields, name: string, secret: boolean, depth: number, room: Room): unknown {
  try {
    const value = source[name];
    return secret && holdsSomething(value) ? REDACTED : cleanValue(value, depth, room);
  } catch {
    return UNREADABLE;
  }
}

function cleanValue(value: unknown, depth: number, room: Room): unknown {
  switch (typeof value) {
    case 'string':
      return takeText(value, room);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      return value === null ? null : cleanObject(value, depth + 1, room);
    default:
      return takeText(describe(value), room);
  }
}

function cleanObject(value: object, depth: number, room: Room): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof URL) return takeText(value.href, room);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > LIMITS.depth || room.characters <= 0) return '[left out]';
  if (value instanceof Error) return errorParts(value, depth, room);
  if (value instanceof Map) return cleanRecord(Object.fromEntries(firstOf(value.entries())), depth, room);
  if (value instanceof Set) return cleanList(firstOf(value.values()), value.size, depth, room);
  if (Array.isArray(value)) return cleanList(value.slice(0, LIMITS.members), value.length, depth, room);
  return isRecord(value) ? cleanRecord(value, depth, room) : '[left out]';
}

function cleanRecord(source: Fields, depth: number, room: Room): Fields {
  const target: Record<string, unknown> = {};
  copyMembers(target, source, depth, room);
  return target;
}

/**
 * Headers often come as an alternating list of names and values, so the name of a secret hides the element after it.
 */
function cleanList(values: readonly unknown[], size: number, depth: number, room: Room): unknown[] {
  const kept = values.slice(0, LIMITS.members).map((value, index) => {
    const before = values[index - 1];
    const secret = typeof before === 'string' && before.length <= LIMITS.name && isSecretName(before);
    return secret && holdsSomething(value) ? REDACTED : (cleanValue(value, depth, room) ?? null);
  });
  if (size > kept.length) kept.push(`… ${size - kept.length} more`);
  return kept;
}

/** One more than is kept, so that a cut is detected. */
function firstOf<T>(values: IteratorObject<T>): T[] {
  return values.take(LIMITS.members + 1).toArray();
}

/** Other members of an error are left out: drivers put whole rows into them. */
function errorParts(error: Error, depth: number, room: Room): CleanError {
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: takeText(String(name), room),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: takeText(String(code), room) } : {}),
    message: takeText(String(message), room),
    ...(typeof stack === 'string' ? { stack: takeText(stack, room, LIMITS.stack) } : {}),
    ...(cause === undefined ? {} : { cause: cleanValue(cause, depth, room) }),
    ...(error instanceof AggregateError ? { errors: cleanValue(error.errors, depth, room) } : {}),
  };
}

function takeText(text: string, room: Room, limit: number = LIMITS.text): string {
  if (room.characters <= 0 && text !== '') return '[left out]';
  const kept = cleanText(text, Math.min(limit, Math.max(room.characters, 0)));
  room.characters -= kept.length;
  return kept;
}

/** Names repeat from line to line, so the rule for each is computed once. */
function ruleFor(name: string): NameRule {
  const known = rules.get(name);
  if (known !== undefined) return known;
  const rule = nameRule(name);
  // Names can come from input: a flood of them may clear the rules, never grow the memory.
  if (rules.size >= MAX_RULES) rules.clear();
  if (name.length <= LIMITS.name) rules.set(name, rule);
  return rule;
}

function nameRule(name: string): NameRule {
  const short = name.length > LIMITS.name ? `${name.slice(0, LIMITS.name)}…` : name;
  const written = short === '__proto__' ? '__proto__ ' : short;
  return {
    name: written,
    nameOnLine: RESERVED.has(written) ? `${written}_` : written,
    secret: isSecretName(name.slice(0, 1_024)),
  };
}

/** Members of the line itself. */
const RESERVED: ReadonlySet<string> = new Set(['time', 'level', 'msg', 'traceId']);
const UNREADABLE = '[unreadable]';
const MAX_RULES = 1_000;
const rules = new Map<string, NameRule>();

function holdsSomething(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean';
}

function isRecord(value: object): value is Fields {
  return !Array.isArray(value);
}

function describe(value: unknown): string {
  if (typeof value === 'function') return '[function]';
  try {
    return value instanceof Error ? value.message : String(value);
  } catch {
    return UNREADABLE;
  }
}

interface Room {
  characters: number;
}

interface NameRule {
  readonly name: string;
  /** As a member of the line, where some names are taken. */
  readonly nameOnLine: string;
  readonly secret: boolean;
}

export interface CleanError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
}
