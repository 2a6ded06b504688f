import { doubled } from '../../../../lib/typed-arrays.ts';
import type { Lexemes } from '../../../analysis/lexemes.ts';
import { FIELD_RULES, type FieldName } from '../../../analysis/terms.ts';
import type { SearchDocument } from '../../../search-document.ts';

/** Articles as the numbers of their words. All of a segment are read first: their words then have all their numbers. */
export function readArticles(documents: readonly SearchDocument[], lexemes: Lexemes): ReadArticle[] {
  return documents.map(document => {
    const language = document.language ?? '';
    const fields = FIELDS.map(name => readField(name, document[name], language, lexemes));
    const [title, tags, summary, body] = fields.map(({ length }) => length);
    return {
      fields,
      lengths: { title: title ?? 0, tags: tags ?? 0, summary: summary ?? 0, body: body ?? 0 },
    };
  });
}

let room = new Int32Array(1_024);

function readField(name: FieldName, text: string, language: string, lexemes: Lexemes): ReadField {
  let count = 0;
  let length = 0;
  lexemes.read(text, language, FIELD_RULES[name].mostWords, lexeme => {
    if (count === room.length) room = doubled(room);
    room[count++] = lexeme;
    if (!lexemes.isStop(lexeme)) length++;
  });
  return { name, lexemes: room.slice(0, count), length };
}

const FIELDS = ['title', 'tags', 'summary', 'body'] as const;

export interface ReadArticle {
  readonly fields: readonly ReadField[];
  readonly lengths: Readonly<Record<FieldName, number>>;
}

interface ReadField {
  readonly name: FieldName;
  readonly lexemes: Int32Array;
  /** Words that say something. */
  readonly length: number;
}
