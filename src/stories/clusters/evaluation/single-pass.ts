import { clusterWords } from '../cluster-words.ts';
import type { LabelledArticle } from './sets.ts';

/**
 * The baseline: TF-IDF over all words, rarity counted on the whole set beforehand, one pass, each article to the
 * story with the nearest centroid if that is near enough. Where times are known, a story is open for three days
 * before and after its articles.
 */
export function singlePass(articles: readonly LabelledArticle[], threshold: number): number[] {
  const vectors = tfIdf(articles);
  const stories: PlainStory[] = [];
  const having = new Map<string, number[]>();
  return articles.map(({ publishedAt: time }, index) => {
    const vector = vectors[index] ?? new Map<string, number>();
    const found = nearest(vector, time, stories, having, threshold);
    const story = found ?? { number: stories.length, sum: new Map(), squares: 0, first: time, last: time };
    if (found === undefined) stories.push(story);
    addTo(story, vector, time, having);
    return story.number;
  });
}

function tfIdf(articles: readonly LabelledArticle[]): Map<string, number>[] {
  const counted = articles.map(article => {
    const counts = new Map<string, number>();
    for (const { word } of clusterWords(plainText(article), article.language))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  });
  const documents = new Map<string, number>();
  for (const counts of counted)
    for (const word of counts.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
  for (const counts of counted) {
    let squares = 0;
    for (const [word, count] of counts) {
      const weight = (1 + Math.log(count)) * Math.log((articles.length + 1) / (documents.get(word) ?? 1));
      counts.set(word, weight);
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    for (const [word, weight] of counts) counts.set(word, weight / length);
  }
  return counted;
}

function nearest(
  vector: ReadonlyMap<string, number>,
  time: number,
  stories: readonly PlainStory[],
  having: ReadonlyMap<string, readonly number[]>,
  threshold: number,
): PlainStory | undefined {
  const sums = new Map<number, number>();
  for (const [word, weight] of vector)
    for (const number of having.get(word) ?? [])
      sums.set(number, (sums.get(number) ?? 0) + weight * (stories[number]?.sum.get(word) ?? 0));
  let [found, best]: [PlainStory | undefined, number] = [undefined, threshold];
  for (const [number, sum] of sums) {
    const story = stories[number];
    if (story === undefined || isClosed(story, time)) continue;
    const cosine = sum / Math.sqrt(story.squares);
    if (cosine > best) [found, best] = [story, cosine];
  }
  return found;
}

/** An unknown time compares as false and closes nothing. */
function isClosed({ first, last }: PlainStory, time: number): boolean {
  return time > last + THREE_DAYS || time < first - THREE_DAYS;
}

function addTo(
  story: PlainStory,
  vector: ReadonlyMap<string, number>,
  time: number,
  having: Map<string, number[]>,
): void {
  for (const [word, weight] of vector) {
    const before = story.sum.get(word) ?? 0;
    if (before === 0) {
      const numbers = having.get(word);
      if (numbers === undefined) having.set(word, [story.number]);
      else numbers.push(story.number);
    }
    story.sum.set(word, before + weight);
    story.squares += weight * (2 * before + weight);
  }
  story.first = Math.min(story.first, time);
  story.last = Math.max(story.last, time);
}

function plainText({ title, summary, bodyText }: LabelledArticle): string {
  return `${title}\n${summary}\n${bodyText}`.slice(0, MAX_TEXT_LENGTH);
}

const THREE_DAYS = 3 * 86_400_000;
const MAX_TEXT_LENGTH = 3_000;

interface PlainStory {
  readonly number: number;
  readonly sum: Map<string, number>;
  squares: number;
  first: number;
  last: number;
}
