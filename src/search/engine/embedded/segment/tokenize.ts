import { doubled } from '../../../../lib/typed-arrays.ts';
import type { LexemeTable } from '../../../analysis/lexemes.ts';
import { FIELD_RULES, type FieldName } from '../../../analysis/terms.ts';
import type { SearchDocument } from '../../../search-document.ts';

/**
 * Converts articles to word numbers. All articles of a segment are converted first, so that the number of words is
 * known.
 */
export function tokenizeArticles(
  documents: readonly SearchDocument[],
  lexemes: LexemeTable,
): TokenizedArticle[] {
  return documents.map(document => {
    const language = document.language ?? '';
    const fields = FIELDS.map(name => tokenizeField(name, document[name], language, lexemes));
    const [title, tags, summary, body] = fields.map(({ length }) => length);
    return {
      fields,
      lengths: { title: title ?? 0, tags: tags ?? 0, summary: summary ?? 0, body: body ?? 0 },
    };
  });
}

let buffer = new Int32Array(1_024);

function tokenizeField(
  name: FieldName,
  text: string,
  language: string,
  lexemes: LexemeTable,
): TokenizedField {
  let count = 0;
  let length = 0;
  lexemes.read(text, language, FIELD_RULES[name].maxWords, lexeme => {
    if (count === buffer.length) buffer = doubled(buffer);
    buffer[count++] = lexeme;
    if (!lexemes.isStop(lexeme)) length++;
  });
  return { name, lexemes: buffer.slice(0, count), length };
}

const FIELDS = ['title', 'tags', 'summary', 'body'] as const;

export interface TokenizedArticle {
  readonly fields: readonly TokenizedField[];
  readonly lengths: Readonly<Record<FieldName, number>>;
}

interface TokenizedField {
  readonly name: FieldName;
  readonly lexemes: Int32Array;
  /** Without stop words. */
  readonly length: number;
}
