import { stemOf } from '../../../analysis/stems.ts';
import { isStopWord } from '../../../analysis/stop-words.ts';
import { KIND } from '../../../analysis/terms.ts';
import { similarWords } from '../../../query/similar.ts';
import type { SimilarWord, Vocabulary } from '../../../query/vocabulary.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import type { View } from './index-view.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

/** The words of all segments; what several hold is added up. */
export function vocabularyOf(view: View): Vocabulary {
  const languages = view.languages();
  return {
    ...vocabularyOfWords(view.words, view.articles),
    languages,
    articlesWithStem: stem => view.articlesWith(KIND.word + stem),
    sounding: sound => soundingIn(view, sound),
    articlesWithPhrase: words => articlesWithPhrase(view, words, languages),
  };
}

/** What words alone tell, without articles behind them. */
export function vocabularyOfWords(dictionaries: readonly Dictionary[], articles: number): Vocabulary {
  const similar = new Map<string, SimilarWord[]>();
  const counts = new Map<string, number>();
  const articlesWithWord = (word: string) => {
    const known = counts.get(word);
    if (known !== undefined) return known;
    const key = Buffer.from(word);
    const count = dictionaries.reduce((sum, words) => sum + articlesAt(words, words.find(key)), 0);
    if (counts.size >= MOST_REMEMBERED) counts.clear();
    counts.set(word, count);
    return count;
  };
  return {
    articles,
    languages: [],
    articlesWithStem: articlesWithWord,
    articlesWithWord,
    similar: (word, most, isFirstSure) => {
      const name = `${most} ${isFirstSure} ${word}`;
      const known = similar.get(name) ?? similarIn(dictionaries, word, most, isFirstSure);
      if (similar.size >= MOST_REMEMBERED) similar.clear();
      similar.set(name, known);
      return known;
    },
    sounding: () => [],
    startingWith: (prefix, limit) => startingIn(dictionaries, prefix, limit, articlesWithWord),
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

/** The most frequent of each list, from their numbers alone; what these few are worth in all lists decides. */
function startingIn(
  dictionaries: readonly Dictionary[],
  prefix: string,
  limit: number,
  articlesWithWord: (word: string) => number,
) {
  const key = Buffer.from(prefix);
  const words = new Set(dictionaries.flatMap(each => mostFrequentFrom(each, key, limit * 2)));
  return [...words]
    .map(word => ({ word, articles: articlesWithWord(word) }))
    .sort((a, b) => b.articles - a.articles || (a.word < b.word ? -1 : 1))
    .slice(0, limit);
}

function mostFrequentFrom(words: Dictionary, prefix: Buffer, most: number): string[] {
  const best: { index: number; articles: number }[] = [];
  const from = words.firstFrom(prefix);
  const end = words.hasPrefix(from, prefix) ? words.endOfPrefix(from, prefix.length) : from;
  for (let index = from; index < Math.min(end, from + MOST_PREFIXED); index++) {
    const articles = words.numberAt(0, index);
    if (best.length === most && articles <= (best[most - 1]?.articles ?? 0)) continue;
    let at = best.length === most ? most - 1 : best.length;
    for (; at > 0 && (best[at - 1]?.articles ?? 0) < articles; at--)
      best[at] = best[at - 1] ?? { index, articles };
    best[at] = { index, articles };
  }
  return best.map(({ index }) => words.textAt(index));
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
const MOST_PREFIXED = 200_000;
const MOST_PHRASES = 200;
