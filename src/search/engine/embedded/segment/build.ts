import { stemOf } from '../../../text/stems.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { wordsOf } from '../../../text/words.ts';
import type { SearchDocument } from '../../port.ts';
import { FIELD_RULES, FIELD_START, type FieldName, KIND, SATURATION, SPEAKING_TERMS } from './terms.ts';
import { newestFirst, type SegmentContent, writeSegment } from './write.ts';

/** Articles as a segment on the disk. Each id must come once. */
export function buildSegment(folder: string, documents: readonly SearchDocument[], lengths: Lengths): void {
  const sorted = [...documents].sort(newestFirst);
  const analysed = sorted.map(document => analyse(document));
  for (const { fields } of analysed) lengths.add(fields);
  const content: Gathered = { terms: new Map(), words: new Map() };
  const speaking = analysed.map((document, number) => gather(document, number, lengths, content));
  writeSegment(folder, {
    ...content,
    documents: sorted,
    speaking: rareOnes(speaking, content, sorted.length),
  });
}

/** How long fields are on the average of all that was ever put: a segment of one article has no average. */
export class Lengths {
  documents: number;
  readonly sums: Record<FieldName, number>;

  constructor(documents = 0, sums: Record<FieldName, number> = { title: 0, tags: 0, summary: 0, body: 0 }) {
    this.documents = documents;
    this.sums = { ...sums };
  }

  add(fields: readonly Field[]): void {
    this.documents++;
    for (const { name, length } of fields) this.sums[name] += length;
  }

  averageOf(field: FieldName): number {
    return Math.max(1, this.sums[field] / Math.max(1, this.documents));
  }
}

function analyse(document: SearchDocument): Analysed {
  const language = document.language ?? '';
  const fields = FIELDS.map(name => readField(name, document[name], language));
  return { document, fields };
}

function readField(name: FieldName, text: string, language: string): Field {
  const words = wordsOf(text, FIELD_RULES[name].mostWords).map(({ folded, raw }) => ({
    folded,
    stem: stemOf(folded, language),
    isStop: isStopWord(folded, language),
    isCapital: name !== 'title' && raw !== raw.toLowerCase(),
  }));
  return { name, words, length: words.filter(({ isStop }) => !isStop).length };
}

/** Adds an article's terms and words to those of the segment; returns the terms with their impacts. */
function gather({ document, fields }: Analysed, number: number, lengths: Lengths, into: Gathered): Impact[] {
  const found = new Map<string, { count: number; positions: number[] }>();
  const seen = new Map<string, boolean>();
  const titles = new Set<string>();
  for (const { name, words, length } of fields) {
    const { weight, lengthShare } = FIELD_RULES[name];
    const share = weight / (1 - lengthShare + (lengthShare * length) / lengths.averageOf(name));
    for (const [index, { folded, stem, isStop, isCapital }] of words.entries()) {
      if (name === 'title') titles.add(stem);
      if (isStop) continue;
      seen.set(folded, (seen.get(folded) ?? false) || isCapital);
      const term = found.get(stem);
      const position = FIELD_START[name] + index;
      if (term === undefined) found.set(stem, { count: share, positions: [position] });
      else {
        term.count += share;
        if (term.positions.length < MOST_POSITIONS) term.positions.push(position);
      }
    }
  }
  for (const [word, isCapital] of seen) countWord(into.words, word, isCapital);
  for (const stem of titles) post(into, KIND.title + stem, number, 0);
  for (const term of filterTermsOf(document)) post(into, term, number, 0);
  const impacts: Impact[] = [];
  for (const [stem, { count, positions }] of found) {
    const impact = Math.max(1, Math.round((255 * count) / (count + SATURATION)));
    post(into, KIND.word + stem, number, impact, positions);
    impacts.push({ term: KIND.word + stem, impact });
  }
  return impacts;
}

function countWord(words: SegmentContent['words'], word: string, isCapital: boolean): void {
  const counted = words.get(word);
  if (counted === undefined) words.set(word, { articles: 1, capitals: Number(isCapital) });
  else {
    counted.articles++;
    counted.capitals += Number(isCapital);
  }
}

function post(into: Gathered, key: string, document: number, impact: number, positions: number[] = []): void {
  const term = into.terms.get(key) ?? { documents: [], impacts: [], positions: [] };
  into.terms.set(key, term);
  term.documents.push(document);
  term.impacts.push(impact);
  if (positions.length > 0) term.positions.push(positions);
}

export function filterTermsOf(document: SearchDocument): string[] {
  const terms = new Set(document.topics.slice(0, MOST_TOPICS).map(topic => KIND.topic + topic));
  terms.add(KIND.source + document.sourceId);
  if (document.language) terms.add(KIND.language + document.language);
  if (document.country) terms.add(KIND.country + document.country);
  if (document.isBreaking) terms.add(KIND.breaking);
  return [...terms];
}

/** The terms that say most about an article: prominent in it, and not everywhere in the segment. */
function rareOnes(all: readonly Impact[][], { terms }: Gathered, documents: number): Impact[][] {
  const rarity = (term: string) => Math.log(1 + documents / (terms.get(term)?.documents.length ?? 1));
  return all.map(impacts =>
    impacts
      .map(({ term, impact }) => ({ term, impact, says: impact * rarity(term) }))
      .sort((a, b) => b.says - a.says || (a.term < b.term ? -1 : 1))
      .slice(0, SPEAKING_TERMS),
  );
}

const FIELDS = ['title', 'tags', 'summary', 'body'] as const;
const MOST_POSITIONS = 200;
const MOST_TOPICS = 32;

interface Analysed {
  readonly document: SearchDocument;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: FieldName;
  readonly words: readonly {
    readonly folded: string;
    readonly stem: string;
    readonly isStop: boolean;
    readonly isCapital: boolean;
  }[];
  readonly length: number;
}

export interface Impact {
  readonly term: string;
  readonly impact: number;
}

type Gathered = Pick<SegmentContent, 'terms' | 'words'>;
