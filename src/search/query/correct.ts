import { soundOf } from '../analysis/phonetics.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { editsBetween } from './similar.ts';
import { type Candidate, ranked } from './spelling.ts';
import type { SimilarWord, Vocabulary } from './vocabulary.ts';

/**
 * SRCH-3: what a word that finds nothing may have meant, by the first that knows an answer: two words that were
 * written as one, a word within two edits, a name that sounds the same.
 */
export function correctWord(word: string, vocabulary: Vocabulary): WordCorrection | null {
  if ([...word].length < SHORTEST || /\d/.test(word)) return null;
  const near = candidatesFor(word, vocabulary);
  const [best] = near;
  const parts = best && best.distance === 1 ? null : partsOf(word, vocabulary);
  if (parts) return { stage: 'segmentation', words: parts, others: [] };
  const heard = best && best.distance === 1 ? [] : soundingLike(word, vocabulary);
  const [loud] = heard;
  if (loud && (!best || loud.score > best.score))
    return { stage: 'phonetic', words: [loud.word], others: heard.slice(1, 3) };
  if (best === undefined) return null;
  const others = near.slice(1, 3).filter(({ score }) => score > best.score - CLOSE);
  return { stage: 'spelling', words: [best.word], others };
}

/**
 * Most slips spare the first letter, and one that does not is looked up. Only when nothing is within one edit are words with
 * other first letters looked for among all, which takes three times as long.
 */
export function candidatesFor(word: string, vocabulary: Vocabulary): Candidate[] {
  const most = [...word].length < SHORTEST_FOR_TWO ? 1 : 2;
  const sure = vocabulary.similar(word, most, true);
  const others = otherFirstLetters(word, vocabulary);
  const found = [...sure, ...others];
  const isNear = most === 1 || found.some(({ distance }) => distance === 1);
  const all = isNear ? found : vocabulary.similar(word, most, false);
  return ranked(word, all, vocabulary.articles);
}

/** One edit at the first letter leaves the others as they are, so each is a word to look up and none to look for. */
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

/** Cuts at each place into two or three words that are known; the cut whose words stand together most often. */
export function partsOf(word: string, vocabulary: Vocabulary): string[] | null {
  const cuts: { parts: string[]; known: number }[] = [];
  const known = (part: string) =>
    isStopWord(part, vocabulary.languages[0] ?? 'en')
      ? vocabulary.articles
      : vocabulary.articlesWithWord(part);
  const least = Math.max(2, vocabulary.articles * 1e-6);
  for (let cut = 2; cut <= word.length - 2; cut++) {
    const [left, right] = [word.slice(0, cut), word.slice(cut)];
    if (known(left) < least) continue;
    if (known(right) >= least)
      cuts.push({ parts: [left, right], known: Math.min(known(left), known(right)) });
    for (let second = 2; second <= right.length - 2; second++) {
      const three = [left, right.slice(0, second), right.slice(second)];
      const fewest = Math.min(...three.map(known));
      if (fewest >= least * 10) cuts.push({ parts: three, known: fewest / 100 });
    }
  }
  cuts.sort((a, b) => b.known - a.known);
  let best: string[] | null = null;
  let most = 0;
  for (const { parts } of cuts.slice(0, MOST_CUTS)) {
    const together = vocabulary.articlesWithPhrase(parts) / parts.length;
    if (together > most) [best, most] = [parts, together];
  }
  return best;
}

function soundingLike(word: string, vocabulary: Vocabulary): Candidate[] {
  const found = soundsOf(word)
    .flatMap(sound => vocabulary.sounding(sound))
    .map(each => ({ ...each, distance: editsBetween(word, each.word) }));
  // Two names that share nothing but a few consonants are not the same.
  const near = found.filter(({ distance }) => distance <= Math.max(3, word.length / 2));
  return ranked(word, near, vocabulary.articles);
}

/** The sound in judge and church is also written with a g or c, and a w may be a u: Juliani, Kwomo. */
function soundsOf(word: string): string[] {
  const written = soundOf(word);
  const sounds = [written, soundOf(word.replace(/w(?=[aeiou])/g, 'u'))];
  for (const spelt of ['K', 'KS', 'S']) sounds.push(written.replaceAll('X', spelt));
  return [...new Set(sounds)].filter(sound => sound !== '');
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const SHORTEST = 3;
const SHORTEST_FOR_TWO = 4;
const CLOSE = 1.5;
const MOST_CUTS = 6;

export interface WordCorrection {
  readonly stage: 'spelling' | 'segmentation' | 'phonetic';
  /** What stands in place of the word. */
  readonly words: readonly string[];
  /** Nearly as likely; they count a little. */
  readonly others: readonly Candidate[];
}
