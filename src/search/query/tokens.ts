/**
 * Splits a query into runs without blanks and "quoted runs", each with its sign or field. Reads the text once from
 * left to right, so the time is linear in its length.
 */
export function tokensOf(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  PART.lastIndex = 0;
  for (let found = PART.exec(text); found !== null && tokens.length < MAX_TOKENS; found = PART.exec(text)) {
    const token = tokenOf(found[0]);
    if (token !== null) tokens.push({ ...token, isLast: PART.lastIndex === text.length });
  }
  return tokens;
}

function tokenOf(part: string): QueryToken | null {
  if (part === 'OR' || part === '|') return { kind: 'or', isLast: false };
  const isExcluded = part.length > 1 && (part.startsWith('-') || part.startsWith('−'));
  const rest = isExcluded ? part.slice(1) : part;
  const [, name = ''] = FIELD.exec(rest) ?? [];
  const operator = OPERATORS.get(name.toLowerCase()) ?? null;
  const value = (operator === null ? rest : rest.slice(name.length + 1)).replace(QUOTES, '"');
  const isQuoted = value.startsWith('"');
  const unquoted = value.replaceAll('"', ' ').trim();
  // `source:` alone is a word.
  if (operator !== null && unquoted === '')
    return { kind: 'term', text: name, operator: null, isExcluded, isQuoted: false, isLast: false };
  if (unquoted === '') return null;
  return { kind: 'term', text: unquoted, operator, isExcluded, isQuoted, isLast: false };
}

/** A quote opens at the start of a part or after a field; typographic quotes count as plain ones. */
const PART = /[-−]?(?:\p{L}{1,10}:)?["“”„«»][^"“”„«»]*["“”„«»]?|\S+/gu;
const QUOTES = /[“”„«»]/g;
const FIELD = /^(\p{L}{1,10}):/u;

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['source', 'source'],
  ['topic', 'topic'],
  ['lang', 'lang'],
  ['before', 'before'],
  ['after', 'after'],
  ['title', 'title'],
]);

const MAX_TOKENS = 2_000;

export type Operator = 'source' | 'topic' | 'lang' | 'before' | 'after' | 'title';

export type QueryToken =
  | { readonly kind: 'or'; readonly isLast: boolean }
  | {
      readonly kind: 'term';
      readonly text: string;
      readonly operator: Operator | null;
      readonly isExcluded: boolean;
      readonly isQuoted: boolean;
      /** Nothing follows, not even a blank: the word may be incomplete. */
      readonly isLast: boolean;
    };
