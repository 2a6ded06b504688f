import { similarWords } from '../../../query/similar.ts';
import type { SimilarWord, Vocabulary } from '../../../query/vocabulary.ts';
import { stemOf } from '../../../text/stems.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import { KIND } from '../segment/terms.ts';
import { PhraseMatcher } from './phrase.ts';
import type { View } from './view.ts';

/** The words of all segments; what several hold is added up. */
export function vocabularyOf(view: View): Vocabulary {
  const languages = view.languages();
  return {
    ...vocabularyOfWords(
      view.parts.map(({ segment }) => segment.words),
      view.articles,
    ),
    languages,
    articlesWithStem: stem => view.articlesWith(KIND.word + stem),
    sounding: sound => soundingIn(view, sound),
    articlesWithPhrase: words => articlesWithPhrase(view, words, languages),
  };
}

/** What words alone tell, without articles behind them. */
export function vocabularyOfWords(dictionaries: readonly Dictionary[], articles: number): Vocabulary {
  const similar = new Map<string, SimilarWord[]>();
  const articlesWithWord = (word: string) => {
    const key = Buffer.from(word);
    return dictionaries.reduce((sum, words) => sum + articlesAt(words, words.find(key)), 0);
  };
  return {
    articles,
    languages: [],
    articlesWithStem: articlesWithWord,
    articlesWithWord,
    similar: (word, most, isFirstSure) => {
      const name = `${most} ${isFirstSure} ${word}`;
      const known = similar.get(name) ?? similarIn(dictionaries, word, most, isFirstSure);
      if (similar.size < MOST_REMEMBERED) similar.set(name, known);
      return known;
    },
    sounding: () => [],
    startingWith: (prefix, limit) => startingIn(dictionaries, prefix, limit),
    articlesWithPhrase: () => 0,
  };
}

function articlesAt(words: Dictionary, index: number): number {
  return index === -1 ? 0 : words.numberAt(0, index);
}

function similarIn(
  dictionaries: readonly Dictionary[],
  word: string,
  most: number,
  isFirstSure: boolean,
): SimilarWord[] {
  const found = new Map<string, { articles: number; distance: number }>();
  const first = Buffer.from(String.fromCodePoint(word.codePointAt(0) ?? 0));
  for (const words of dictionaries) {
    const from = isFirstSure ? words.firstFrom(first) : 0;
    if (isFirstSure && !words.hasPrefix(from, first)) continue;
    const to = isFirstSure ? words.firstBehind(from, 1) : words.size;
    similarWords(words, word, most, { from, to }, (text, index, distance) => {
      const articles = words.numberAt(0, index) + (found.get(text)?.articles ?? 0);
      found.set(text, { articles, distance });
    });
  }
  found.delete(word);
  return [...found].map(([text, each]) => ({ word: text, ...each }));
}

function soundingIn(view: View, sound: string): { word: string; articles: number }[] {
  const prefix = Buffer.from(`${sound} `);
  const found = new Map<string, number>();
  for (const { segment } of view.parts)
    for (let index = segment.sounds.firstFrom(prefix); segment.sounds.hasPrefix(index, prefix); index++) {
      const word = segment.sounds.textAt(index).slice(prefix.length);
      found.set(word, (found.get(word) ?? 0) + segment.sounds.numberAt(0, index));
      if (found.size >= MOST_SOUNDING) break;
    }
  return [...found].map(([word, articles]) => ({ word, articles }));
}

function startingIn(dictionaries: readonly Dictionary[], prefix: string, limit: number) {
  const key = Buffer.from(prefix);
  const found = new Map<string, number>();
  for (const words of dictionaries) {
    const from = words.firstFrom(key);
    for (let index = from; index < from + MOST_PREFIXED && words.hasPrefix(index, key); index++) {
      const articles = words.numberAt(0, index);
      // Of many, those that came once add nothing but time.
      if (articles === 1 && index > from + 1_000) continue;
      const word = words.textAt(index);
      found.set(word, (found.get(word) ?? 0) + articles);
    }
  }
  return [...found]
    .map(([word, articles]) => ({ word, articles }))
    .sort((a, b) => b.articles - a.articles || (a.word < b.word ? -1 : 1))
    .slice(0, limit);
}

function articlesWithPhrase(view: View, words: readonly string[], languages: readonly string[]): number {
  const places = words.flatMap((word, offset) => {
    if (isStopWord(word, languages[0] ?? 'en')) return [];
    return [{ offset, stems: [...new Set(languages.map(language => stemOf(word, language)))] }];
  });
  if (places.length === 0) return 0;
  let count = 0;
  for (const { segment } of view.parts) {
    count += new PhraseMatcher(segment, { places, isInTitle: false }).all(MOST_PHRASES).length;
    if (count >= MOST_PHRASES) break;
  }
  return count;
}

const MOST_REMEMBERED = 5_000;
const MOST_SOUNDING = 200;
const MOST_PREFIXED = 20_000;
const MOST_PHRASES = 200;
