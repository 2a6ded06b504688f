import { stemOf } from '../../../analysis/stems.ts';
import { isStopWord } from '../../../analysis/stop-words.ts';
import { KIND } from '../../../analysis/terms.ts';
import { similarWords } from '../../../query/similar.ts';
import type { SimilarWord, Vocabulary } from '../../../query/vocabulary.ts';
import type { SortedDictionary } from '../segment/dictionary.ts';
import type { IndexView } from './index-view.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

/** The words of all segments, with summed frequencies. */
export function vocabularyOf(view: IndexView): Vocabulary {
  const languages = view.languages();
  return {
    ...vocabularyOfWords(view.words, view.articles),
    languages,
    articlesWithStem: stem => view.articlesWith(KIND.word + stem),
    soundingLike: phoneticKey => soundingLikeIn(view, phoneticKey),
    articlesWithPhrase: words => articlesWithPhrase(view, words, languages),
  };
}

/** A vocabulary without articles, for words alone. */
export function vocabularyOfWords(dictionaries: readonly SortedDictionary[], articles: number): Vocabulary {
  const similar = new Map<string, SimilarWord[]>();
  const counts = new Map<string, number>();
  const articlesWithWord = (word: string) => {
    const known = counts.get(word);
    if (known !== undefined) return known;
    const key = Buffer.from(word);
    const count = dictionaries.reduce((sum, words) => sum + articlesAt(words, words.find(key)), 0);
    if (counts.size >= MAX_CACHED) counts.clear();
    counts.set(word, count);
    return count;
  };
  return {
    articles,
    languages: [],
    articlesWithStem: articlesWithWord,
    articlesWithWord,
    similar: (word, maxEdits, sameFirstLetter) => {
      const name = `${maxEdits} ${sameFirstLetter} ${word}`;
      const known = similar.get(name) ?? similarIn(dictionaries, word, maxEdits, sameFirstLetter);
      if (similar.size >= MAX_CACHED) similar.clear();
      similar.set(name, known);
      return known;
    },
    soundingLike: () => [],
    startingWith: (prefix, limit) => startingIn(dictionaries, prefix, limit, articlesWithWord),
    articlesWithPhrase: () => 0,
  };
}

function articlesAt(words: SortedDictionary, index: number): number {
  return index === -1 ? 0 : words.numberAt(0, index);
}

function similarIn(
  dictionaries: readonly SortedDictionary[],
  word: string,
  maxEdits: number,
  sameFirstLetter: boolean,
): SimilarWord[] {
  const found = new Map<string, { articles: number; distance: number }>();
  const first = Buffer.from(String.fromCodePoint(word.codePointAt(0) ?? 0));
  for (const words of dictionaries) {
    const from = sameFirstLetter ? words.firstFrom(first) : 0;
    if (sameFirstLetter && !words.hasPrefix(from, first)) continue;
    const to = sameFirstLetter ? words.endOfLetters(from, 1) : words.size;
    similarWords(words, word, maxEdits, { from, to }, (text, index, distance) => {
      const articles = words.numberAt(0, index) + (found.get(text)?.articles ?? 0);
      found.set(text, { articles, distance });
    });
  }
  found.delete(word);
  return [...found].map(([text, each]) => ({ word: text, ...each }));
}

function soundingLikeIn(view: IndexView, phoneticKey: string): { word: string; articles: number }[] {
  const prefix = Buffer.from(`${phoneticKey} `);
  const found = new Map<string, number>();
  for (const { segment } of view.parts)
    for (let index = segment.sounds.firstFrom(prefix); segment.sounds.hasPrefix(index, prefix); index++) {
      const word = segment.sounds.textAt(index).slice(prefix.length);
      found.set(word, (found.get(word) ?? 0) + segment.sounds.numberAt(0, index));
      if (found.size >= MAX_SOUNDING) break;
    }
  return [...found].map(([word, articles]) => ({ word, articles }));
}

/** Takes the most frequent candidates of each dictionary and ranks them by their total frequencies. */
function startingIn(
  dictionaries: readonly SortedDictionary[],
  prefix: string,
  limit: number,
  articlesWithWord: (word: string) => number,
) {
  const key = Buffer.from(prefix);
  const words = new Set(dictionaries.flatMap(each => frequentFrom(each, key, limit * 2)));
  return [...words]
    .map(word => ({ word, articles: articlesWithWord(word) }))
    .sort((a, b) => b.articles - a.articles || (a.word < b.word ? -1 : 1))
    .slice(0, limit);
}

function frequentFrom(words: SortedDictionary, prefix: Buffer, limit: number): string[] {
  const best: { index: number; articles: number }[] = [];
  const from = words.firstFrom(prefix);
  const end = words.hasPrefix(from, prefix) ? words.endOfPrefix(from, prefix.length) : from;
  for (let index = from; index < Math.min(end, from + MAX_PREFIX_SCAN); index++) {
    const articles = words.numberAt(0, index);
    if (best.length === limit && articles <= (best[limit - 1]?.articles ?? 0)) continue;
    let at = best.length === limit ? limit - 1 : best.length;
    for (; at > 0 && (best[at - 1]?.articles ?? 0) < articles; at--)
      best[at] = best[at - 1] ?? { index, articles };
    best[at] = { index, articles };
  }
  return best.map(({ index }) => words.textAt(index));
}

function articlesWithPhrase(view: IndexView, words: readonly string[], languages: readonly string[]): number {
  const phraseWords = words.flatMap((word, offset) => {
    if (isStopWord(word, languages[0] ?? 'en')) return [];
    return [{ offset, stems: [...new Set(languages.map(language => stemOf(word, language)))] }];
  });
  if (phraseWords.length === 0) return 0;
  let count = 0;
  for (const { segment } of view.parts) {
    count += new PhraseMatcher(segment, { words: phraseWords, isInTitle: false }).list(
      MAX_PHRASE_MATCHES,
    ).length;
    if (count >= MAX_PHRASE_MATCHES) break;
  }
  return count;
}

const MAX_CACHED = 5_000;
const MAX_SOUNDING = 200;
const MAX_PREFIX_SCAN = 200_000;
const MAX_PHRASE_MATCHES = 200;
