import type { Draw } from '../draw.ts';
import type { Language } from '../types.ts';
import type { Word } from '../vocabulary/countries.ts';
import { capitalise, formatNumber, polish, toCyrillic } from './language.ts';

/**
 * Templates are plain sentences with two marks:
 *
 *   {city}            a fact of the event; {leader.last} its last word, {goods.cap} with a capital letter
 *   [one|two|]        one of the alternatives, which may nest and may be empty
 *
 * A slot without a fact is an error in the grammar and throws; a test renders every template.
 */
export function renderTemplate(template: string, facts: Facts, draw: Draw, language: Language): string {
  return capitalise(renderFragment(template, facts, draw, language));
}

/** The same for words in the middle of a sentence. */
export function renderFragment(template: string, facts: Facts, draw: Draw, language: Language): string {
  return polish(write(parsed(template), facts, draw, language), language);
}

/** A cache without a limit, because the set of handwritten templates is finite. */
const known = new Map<string, Node[]>();

function parsed(template: string): Node[] {
  let nodes = known.get(template);
  if (!nodes) {
    nodes = parseTemplate(template);
    known.set(template, nodes);
  }
  return nodes;
}

function write(nodes: readonly Node[], facts: Facts, draw: Draw, language: Language): string {
  let text = '';
  for (const node of nodes) {
    if (typeof node === 'string') text += node;
    else if ('fact' in node) text += say(node, facts, language);
    else text += write(draw.pick(node.choices), facts, draw, language);
  }
  return text;
}

function say({ fact, how }: Slot, facts: Facts, language: Language): string {
  const value = facts[fact];
  if (value === undefined) throw new Error(`no fact {${fact}} among ${Object.keys(facts).join(', ')}`);
  if (typeof value === 'number') return formatNumber(value, language);
  const text = typeof value === 'string' ? properName(fact, value, language) : value[language];
  if (how === 'last') return text.slice(text.lastIndexOf(' ') + 1);
  if (how === 'cap') return capitalise(text);
  return text;
}

function properName(fact: string, name: string, language: Language): string {
  return language === 'ru' && !LATIN_FACTS.has(fact) ? toCyrillic(name) : name;
}

/** Titles and brands keep their letters, as in newspapers; people and places do not. */
const LATIN_FACTS: ReadonlySet<string> = new Set([
  'film',
  'rival',
  'festival',
  'firm',
  'buyer',
  'target',
  'craft',
  'moon',
  'fair',
  'train',
  'gadget',
]);

function parseTemplate(template: string): Node[] {
  const reader: Reader = { template, position: 0 };
  return parseSequence(reader, '');
}

function parseSequence(reader: Reader, ends: string): Node[] {
  const nodes: Node[] = [];
  while (reader.position < reader.template.length) {
    const mark = reader.template.charAt(reader.position);
    if (ends.includes(mark)) break;
    if (mark === ']') throw new Error(`stray bracket in "${reader.template}"`);
    if (mark === '{') nodes.push(parseSlot(reader));
    else if (mark === '[') nodes.push(parseChoice(reader));
    else nodes.push(parseText(reader, ends));
  }
  return nodes;
}

function parseSlot(reader: Reader): Slot {
  const end = reader.template.indexOf('}', reader.position);
  if (end === -1) throw new Error(`unclosed slot in "${reader.template}"`);
  const [fact = '', how = null] = reader.template.slice(reader.position + 1, end).split('.');
  reader.position = end + 1;
  return { fact, how };
}

function parseChoice(reader: Reader): Choice {
  const choices: Node[][] = [];
  do {
    reader.position++;
    choices.push(parseSequence(reader, '|]'));
  } while (reader.template.charAt(reader.position) === '|');
  if (reader.template.charAt(reader.position) !== ']')
    throw new Error(`unclosed choice in "${reader.template}"`);
  reader.position++;
  return { choices };
}

function parseText(reader: Reader, ends: string): string {
  const start = reader.position;
  while (reader.position < reader.template.length) {
    const mark = reader.template.charAt(reader.position);
    if (mark === '{' || mark === '[' || mark === ']' || ends.includes(mark)) break;
    reader.position++;
  }
  if (reader.position === start) throw new Error(`stray mark at ${start} in "${reader.template}"`);
  return reader.template.slice(start, reader.position);
}

export type Facts = Readonly<Record<string, string | number | Word>>;

interface Slot {
  fact: string;
  how: string | null;
}
interface Choice {
  choices: Node[][];
}
type Node = string | Slot | Choice;
interface Reader {
  readonly template: string;
  position: number;
}
