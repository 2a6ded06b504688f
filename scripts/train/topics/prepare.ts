import { seededRandom } from '../../../src/lib/random.ts';
import { TOPIC_DIMENSIONS } from '../../../src/model/topic-vector.ts';
import { featuresOf } from '../../../src/stories/topics/model/features.ts';
import { CATEGORY_IDS, TAXONOMY } from '../../../src/stories/topics/taxonomy/taxonomy.ts';
import { KeywordIndex } from '../../../src/stories/topics/text/keywords.ts';
import { wordsOf } from '../../../src/stories/topics/text/words.ts';
import type { Example } from '../../../src/stories/topics/training/trainer.ts';
import { type LabelledText, readExamples } from './recipe.ts';

/** The training data: known languages, with rare categories added and large ones capped. */
export async function chosenTexts(data: string): Promise<LabelledText[]> {
  const texts = (await readExamples(data)).filter(({ language }) => LANGUAGES.includes(language));
  return balanced(withRareCategories(texts), MAX_PER_CATEGORY);
}

/**
 * Few papers have climate and education sections, so the collections contain few such articles. Articles with another
 * label whose title and summary have many keywords of these categories are added to them.
 */
function withRareCategories(texts: readonly LabelledText[]): LabelledText[] {
  const rare = TAXONOMY.filter(({ id, parent }) => RARE.has(id) || RARE.has(parent ?? ''));
  const index = new KeywordIndex(rare);
  const evidence = new Float64Array(TOPIC_DIMENSIONS);
  return texts.map(text => {
    if (text.language !== 'en' || NEVER_RARE.has(text.category)) return text;
    evidence.fill(0);
    index.read(wordsOf(text.title, 60), 1, evidence);
    index.read(wordsOf(text.summary, 120), 0.5, evidence);
    const found = [...RARE].find(id => sumBelow(rare, id, evidence) >= ENOUGH_EVIDENCE);
    return found === undefined ? text : { ...text, category: found, byAddress: true };
  });
}

function sumBelow(entries: typeof TAXONOMY, id: string, evidence: Float64Array): number {
  const below = entries.filter(entry => entry.id === id || entry.parent === id);
  return below.reduce((sum, { dimension }) => sum + (evidence[dimension] ?? 0), 0);
}

/** Caps each language and category, sampling evenly, so that none dominates. */
function balanced(texts: readonly LabelledText[], max: number): LabelledText[] {
  const counts = new Map<string, number>();
  const key = ({ language, category }: LabelledText) => `${language} ${category}`;
  for (const text of texts) counts.set(key(text), (counts.get(key(text)) ?? 0) + 1);
  const random = seededRandom(7);
  return texts.filter(text => random.fraction() < max / (counts.get(key(text)) ?? 1));
}

/** Some articles are trained without their URL, some by their title alone, like in many feeds. */
export function toExamples(texts: readonly LabelledText[], buckets: number): Example[] {
  const random = seededRandom(11);
  const counts = new Map<string, number>();
  for (const { category } of texts) counts.set(category, (counts.get(category) ?? 0) + 1);
  const largest = Math.max(...counts.values());
  return texts.map(text => {
    const shown = shownOf(text, random.fraction());
    // Weights grow with the square root, so that rare categories are learned without being predicted too
    // often.
    const weight = Math.min(3, Math.sqrt(largest / (counts.get(text.category) ?? 1)));
    return { features: featuresOf(shown, buckets), label: CATEGORY_IDS.indexOf(text.category), weight };
  });
}

function shownOf(text: LabelledText, chance: number): LabelledText {
  const { url: _, sourceName: __, ...anonymous } = text;
  if (chance < 0.15) return { ...anonymous, summary: '', bodyText: '' };
  if (chance < 0.5 || (text.byAddress && chance < 0.9)) return anonymous;
  return text;
}

export const LANGUAGES = ['en', 'fr', 'ru'];
const MAX_PER_CATEGORY = 14_000;
const RARE = new Set(['climate', 'education']);
const NEVER_RARE = new Set(['sports', 'entertainment', 'climate', 'education']);
const ENOUGH_EVIDENCE = 2.4;
