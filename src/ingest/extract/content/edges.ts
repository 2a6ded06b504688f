import { findDate } from '../metadata/calendar.ts';
import { plainWords } from '../similar.ts';
import type { TextBlock } from './blocks.ts';

/**
 * An article begins and ends with sentences. Short lines before its first and after its last sentence are the author, a
 * date, the section, a tag or a button, in any language. Inside the article such lines may be informal headings, and are
 * kept.
 */
export function trimEdges(blocks: readonly TextBlock[], authors: readonly string[]): TextBlock[] {
  const firm = blocks.map(isSentence);
  const first = firm.indexOf(true);
  const last = firm.lastIndexOf(true);
  if (firm.filter(Boolean).length < MIN_SENTENCES) return [...blocks];
  const names = authors.map(plainWords).filter(name => name.length > 3);
  return [
    ...withoutLoose(blocks.slice(0, first), block => isLoose(block, names, MAX_LOOSE_BEFORE)),
    ...blocks.slice(first, last + 1),
    ...withoutLoose(blocks.slice(last + 1), block => isLoose(block, names, MAX_LOOSE_AFTER)),
  ];
}

/** Many short lines without links are content: an address, a poem, the dates of a tour. */
function withoutLoose(edge: readonly TextBlock[], isLooseHere: (block: TextBlock) => boolean): TextBlock[] {
  const loose = new Set(edge.filter(isLooseHere));
  const unlinked = [...loose].filter(({ linked }) => linked === 0).length;
  return unlinked > MAX_LOOSE_LINES ? [...edge] : edge.filter(block => !loose.has(block));
}

const MAX_LOOSE_LINES = 8;

/** A page with fewer sentences is not trimmed. */
const MIN_SENTENCES = 2;

function isSentence({ prose, heading, text, linked }: TextBlock): boolean {
  return (
    prose &&
    heading === 0 &&
    !isDated(text) &&
    linked < text.length * 0.3 &&
    (text.length > 120 || endsSentence(text))
  );
}

/** Ends with a punctuation mark, perhaps followed by quotes and brackets, or with a long remark in brackets. */
export function endsSentence(text: string): boolean {
  let end = text.length;
  // From the end, because a regular expression would test every character of the line.
  while (end > 0 && CLOSING.test(text.charAt(end - 1))) end--;
  return SENTENCE_SIGN.test(text.charAt(end - 1)) || endsInRemark(text);
}

/** Few lines end in a bracket, and the expression is slow for the others. */
function endsInRemark(text: string): boolean {
  return BRACKET.test(text.charAt(text.length - 1)) && REMARK.test(text.slice(-MAX_REMARK_LENGTH));
}

const CLOSING = /[\s"'”’»«)\]]/;
const SENTENCE_SIGN = /[.!?…:;。！？؟।]/;
const BRACKET = /[)）\]]/;
const REMARK = /.{25}[)）\]]$/u;
/** UTF-16 units of 25 letters of any script, and of the bracket. */
const MAX_REMARK_LENGTH = 51;

function isLoose(block: TextBlock, names: readonly string[], maxLength: number): boolean {
  const { text, linked, heading, quote, element } = block;
  if (quote || element.tag === 'pre') return false;
  if (linked >= text.length * 0.8) {
    if (block.list && text.length < MIN_HEADLINE_LENGTH) return false;
    return text.length < MAX_LINK && !ADDRESS.test(text);
  }
  if (heading > 0 || block.list || block.table || endsSentence(text)) return isSigned(block, []);
  return text.length < maxLength || isSigned(block, names);
}

/** Only a date or the author. */
export function isSigned({ text, heading, list, table }: TextBlock, names: readonly string[]): boolean {
  if (isDated(text)) return true;
  if (heading > 0 || list || table || text.length >= MAX_SIGNATURE || /^\(|[.!?:;]$/.test(text)) return false;
  return isNameOf(text, names) || (TIME_OF_DAY.test(text) && findDate(text) !== null);
}

/** Starts with a word such as "published" and has a date. */
function isDated(text: string): boolean {
  return text.length < MAX_DATED_LENGTH && SAYS_WHEN.test(text) && findDate(text) !== null;
}

const MAX_DATED_LENGTH = 140;
const SAYS_WHEN =
  /^\W*(?:first |last |zuletzt )?(?:published|updated|posted|created|veröffentlicht|aktualisiert|publicado|actualizado|postado|atualizado|publié|mis à jour|pubblicato|aggiornato|opublikowano|gepubliceerd|publicerad|опубликовано)(?![\p{L}-])/iu;
const TIME_OF_DAY = /\d[:.h]\d\d|\d{4}\D*$/;
const MAX_LINK = 200;
/** A list of short links belongs to the article; a list of headlines links to other articles. */
const MIN_HEADLINE_LENGTH = 30;
const ADDRESS = /^(?:https?:|www\.)/;
const MAX_SIGNATURE = 100;
const MAX_LOOSE_BEFORE = 40;
const MAX_LOOSE_AFTER = 60;

/** The line contains the name of an author and little else. */
function isNameOf(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const words = plainWords(text);
  return names.some(name => words.includes(name) && words.length < name.length + 40);
}
