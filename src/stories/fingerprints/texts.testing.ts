import { type Random, seededRandom } from '../../lib/random.ts';

/** Words distributed as in a language: few frequent ones, many rare ones. */
export function syntheticWords(count: number, random: Random): string[] {
  return Array.from({ length: count }, () => `w${Math.floor(20_000 * random.fraction() ** 2).toString(36)}`);
}

/** Two texts of about `size` shingles whose Jaccard similarity is near `jaccard`. */
export function similarTexts(size: number, jaccard: number, random: Random): [string, string] {
  const shared = Math.round((2 * size * jaccard) / (1 + jaccard));
  const common = syntheticWords(shared + 2, random).join(' ');
  const own = () => syntheticWords(size - shared, random).join(' ');
  return [`${common} ${own()}`, `${common} ${own()}`];
}

/** By definition. */
export function exactJaccard(a: string, b: string): number {
  const [ofA, ofB] = [shinglesOf(a), shinglesOf(b)];
  const both = ofA.intersection(ofB).size;
  return both / (ofA.size + ofB.size - both);
}

function shinglesOf(text: string): Set<string> {
  const words = text.split(' ');
  return new Set(words.slice(2).map((third, index) => `${words[index]} ${words[index + 1]} ${third}`));
}

export function replaceWords(text: string, count: number, seed: number): string {
  const random = seededRandom(seed);
  const words = text.split(' ');
  for (let done = 0; done < count; done++)
    words[Math.floor(random.fraction() * words.length)] = `new${seed}x${done}`;
  return words.join(' ');
}
