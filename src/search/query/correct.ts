import { phoneticKey } from '../analysis/phonetics.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { editsBetween } from './similar.ts';
import { rankCandidates, type SpellingCandidate } from './spelling.ts';
import type { SimilarWord, Vocabulary } from './vocabulary.ts';

/**
 * SRCH-3: corrects a word that finds nothing, by the first method with a result: splitting two joined words, a word
 * within two edits, a name that sounds the same.
 */
export function correctWord(word: string, vocabulary: Vocabulary): WordCorrection | null {
  if ([...word].length < MIN_LENGTH || /\d/.test(word)) return null;
  const near = candidatesFor(word, vocabulary);
  const [best] = near;
  const parts = best && best.distance === 1 ? null : splitWord(word, vocabulary);
  if (parts) return { stage: 'segmentation', words: parts, others: [] };
  const phonetic = best && best.distance === 1 ? [] : soundingLike(word, vocabulary);
  const [bestPhonetic] = phonetic;
  if (bestPhonetic && (!best || bestPhonetic.score > best.score))
    return { stage: 'phonetic', words: [bestPhonetic.word], others: phonetic.slice(1, 3) };
  if (best === undefined) return null;
  const others = near.slice(1, 3).filter(({ score }) => score > best.score - CLOSE_SCORE);
  return { stage: 'spelling', words: [best.word], others };
}

/**
 * Most typing errors spare the first letter, and single edits of the first letter are looked up directly. Only
 * without a word within one edit are all words searched, whatever their first letter, which takes three times as
 * long.
 */
export function candidatesFor(word: string, vocabulary: Vocabulary): SpellingCandidate[] {
  const maxEdits = [...word].length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2;
  const sameFirst = vocabulary.similar(word, maxEdits, true);
  const others = otherFirstLetters(word, vocabulary);
  const found = [...sameFirst, ...others];
  const isNear = maxEdits === 1 || found.some(({ distance }) => distance === 1);
  const all = isNear ? found : vocabulary.similar(word, maxEdits, false);
  return rankCandidates(word, all, vocabulary.articles);
}

/** A single edit of the first letter leaves the rest unchanged, so every candidate is a direct lookup. */
function otherFirstLetters(word: string, vocabulary: Vocabulary): SimilarWord[] {
  const [first = '', second = ''] = word;
  const rest = word.slice(first.length);
  const letters = /\p{Script=Cyrillic}/u.test(word) ? CYRILLIC : LATIN;
  const spellings = new Set([rest, second + first + rest.slice(second.length)]);
  for (const letter of letters) spellings.add(letter + rest).add(letter + word);
  return [...spellings].flatMap(spelling => {
    const articles = spelling[0] === first ? 0 : vocabulary.articlesWithWord(spelling);
    return articles === 0 ? [] : [{ word: spelling, articles, distance: 1 }];
  });
}

/** Splits the word into two or three known words and chooses the split whose words occur together most often. */
function splitWord(word: string, vocabulary: Vocabulary): string[] | null {
  const splits: { parts: string[]; known: number }[] = [];
  const known = (part: string) =>
    isStopWord(part, vocabulary.languages[0] ?? 'en')
      ? vocabulary.articles
      : vocabulary.articlesWithWord(part);
  const minArticles = Math.max(2, vocabulary.articles * 1e-6);
  for (let at = 2; at <= word.length - 2; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    if (known(left) < minArticles) continue;
    if (known(right) >= minArticles)
      splits.push({ parts: [left, right], known: Math.min(known(left), known(right)) });
    for (let second = 2; second <= right.length - 2; second++) {
      const three = [left, right.slice(0, second), right.slice(second)];
      const rarest = Math.min(...three.map(known));
      if (rarest >= minArticles * 10) splits.push({ parts: three, known: rarest / 100 });
    }
  }
  splits.sort((a, b) => b.known - a.known);
  let best: string[] | null = null;
  let highest = 0;
  for (const { parts } of splits.slice(0, MAX_SPLITS)) {
    const frequency = vocabulary.articlesWithPhrase(parts) / parts.length;
    if (frequency > highest) [best, highest] = [parts, frequency];
  }
  return best;
}

function soundingLike(word: string, vocabulary: Vocabulary): SpellingCandidate[] {
  const found = phoneticKeysOf(word)
    .flatMap(sound => vocabulary.soundingLike(sound))
    .map(each => ({ ...each, distance: editsBetween(word, each.word) }));
  // Names that share only a few consonants are different.
  const near = found.filter(({ distance }) => distance <= Math.max(3, word.length / 2));
  return rankCandidates(word, near, vocabulary.articles);
}

/** The sound in judge and church is also spelt with g or c, and w may be a u: Juliani, Kwomo. */
function phoneticKeysOf(word: string): string[] {
  const written = phoneticKey(word);
  const sounds = [written, phoneticKey(word.replace(/w(?=[aeiou])/g, 'u'))];
  for (const spelt of ['K', 'KS', 'S']) sounds.push(written.replaceAll('X', spelt));
  return [...new Set(sounds)].filter(sound => sound !== '');
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const MIN_LENGTH = 3;
const MIN_LENGTH_FOR_TWO_EDITS = 4;
const CLOSE_SCORE = 1.5;
const MAX_SPLITS = 6;

export interface WordCorrection {
  readonly stage: 'spelling' | 'segmentation' | 'phonetic';
  /** The replacement of the word. */
  readonly words: readonly string[];
  /** Almost as likely; they count with a lower weight. */
  readonly others: readonly SpellingCandidate[];
}
