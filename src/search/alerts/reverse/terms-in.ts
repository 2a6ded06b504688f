import { filterTermsOf } from '../../engine/embedded/segment/build.ts';
import { FIELD_RULES, FIELD_START, type FieldName, KIND } from '../../engine/embedded/segment/terms.ts';
import type { SearchDocument } from '../../engine/port.ts';
import { stemOf } from '../../text/stems.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { wordsOf } from '../../text/words.ts';

/** All terms of one article with their positions, as they would be indexed: for judging it without an index. */
export function termsIn(document: SearchDocument): Map<string, number[]> {
  const language = document.language ?? '';
  const terms = new Map<string, number[]>(filterTermsOf(document).map(term => [term, []]));
  for (const name of FIELDS) {
    const words = wordsOf(document[name], FIELD_RULES[name].mostWords);
    for (const [index, { folded }] of words.entries()) {
      const stem = stemOf(folded, language);
      if (name === 'title') terms.set(KIND.title + stem, []);
      if (isStopWord(folded, language)) continue;
      const positions = terms.get(KIND.word + stem);
      if (positions === undefined) terms.set(KIND.word + stem, [FIELD_START[name] + index]);
      else if (positions.length < MOST_POSITIONS) positions.push(FIELD_START[name] + index);
    }
  }
  return terms;
}

const FIELDS = ['title', 'tags', 'summary', 'body'] as const satisfies readonly FieldName[];
/** As many as the index keeps of a word. */
const MOST_POSITIONS = 200;
