import { type ArticleWords, featuresOfWords, SUMMARY_WORDS, TITLE_WORDS } from './model/features.ts';
import { type LinearModel, probabilitiesOf } from './model/linear.ts';
import type { ArticleForTopics, KeywordRule, Label, Labels } from './port.ts';
import type { TaxonomyEntry } from './taxonomy/entry.ts';
import { DIMENSIONS, TAXONOMY } from './taxonomy/index.ts';
import { KeywordIndex } from './text/keywords.ts';
import { sectionOf, sectionOfAddress } from './text/sections.ts';
import { Words } from './text/words.ts';
import { normalised } from './vector.ts';

/**
 * TOPIC-2: labels an article in this process, a pure function of the article and what it was made with.
 *
 *   model      how likely each category is, for the languages it was trained on
 *   keywords   evidence for topics, and a little for their categories
 *   hints      names of sections among the article's categories and in its address, the source's category
 *   rules      what operators wrote, stronger than all of these
 *
 * Each adds to the logarithm of a category's chance. Without a model for the language the sum is kept under a
 * ceiling: such a label may be wrong, but never with confidence.
 */
export function createLabeller({ model, taxonomy = TAXONOMY, rules = [] }: LabellerParts): Labeller {
  const categories = taxonomy.filter(entry => entry.parent === null);
  const topics = taxonomy.filter(entry => entry.parent !== null);
  const keywords = new KeywordIndex(taxonomy);
  const ruleIndex = new KeywordIndex(
    taxonomy.map(entry => ({ ...entry, keywords: [] })),
    rules,
  );

  const words = { title: new Words(), categories: new Words(), summary: new Words(), body: new Words() };

  return article => {
    readWords(article, words);
    const evidence = evidenceOf(words, keywords, rules.length > 0 ? ruleIndex : undefined);
    const hints = hintsOf(article);
    const learnt = model?.languages.includes(article.language) ? learntOf(model, words, article) : undefined;
    const chances = chancesOf(categories, topics, { evidence, hints, learnt });
    const vector = new Float32Array(DIMENSIONS);
    for (const { entry, chance } of chances) vector[entry.dimension] = chance;
    const labels = topicLabels(topics, evidence, vector, categories);
    for (const { entry, label } of labels) vector[entry.dimension] = label.confidence;
    const known = learnt !== undefined || hints.size > 0 || evidence.said.some(value => value !== 0);
    return {
      category: categoryLabel(chances, known),
      topics: labels.map(({ label }) => label).slice(0, MOST_TOPICS),
      vector: known ? normalised(vector) : new Float32Array(DIMENSIONS),
    };
  };
}

/** Once for all that asks for them, over those of the article before. */
function readWords(article: ArticleForTopics, words: WordsToLabel): void {
  words.title.read(article.title, TITLE_WORDS);
  words.categories.read((article.categories ?? []).join(' / '), TITLE_WORDS);
  words.summary.read(article.summary, SUMMARY_WORDS);
  words.body.read(article.bodyText, BODY_WORDS);
}

function evidenceOf(
  { title, categories, summary, body }: WordsToLabel,
  keywords: KeywordIndex,
  rules: KeywordIndex | undefined,
): Evidence {
  const said = new Float64Array(DIMENSIONS);
  const ruled = new Float64Array(DIMENSIONS);
  const parts: [Words, number][] = [
    [title, 1],
    [categories, 1],
    [summary, 0.5],
    [body, 0.2],
  ];
  for (const [words, factor] of parts) {
    keywords.read(words, factor, said);
    rules?.read(words, 1, ruled);
  }
  return { said, ruled };
}

/** How strongly names of sections speak for categories. */
function hintsOf({ categories = [], url = '', sourceCategory }: ArticleForTopics): Map<string, number> {
  const hints = new Map<string, number>();
  const add = (id: string | undefined, weight: number) => {
    if (id !== undefined) hints.set(id, (hints.get(id) ?? 0) + weight);
  };
  for (const name of new Set(categories.slice(0, 10).map(sectionOf))) add(name, CATEGORY_HINT);
  add(sectionOfAddress(url), ADDRESS_HINT);
  add(sourceCategory, SOURCE_HINT);
  return hints;
}

function learntOf(model: LinearModel, words: ArticleWords, article: ArticleForTopics): Map<string, number> {
  const chances = probabilitiesOf(model, featuresOfWords(words, article, model.buckets));
  return new Map(model.classes.map((id, index) => [id, chances[index] ?? 0]));
}

function chancesOf(
  categories: readonly TaxonomyEntry[],
  topics: readonly TaxonomyEntry[],
  { evidence, hints, learnt }: Known,
): Chance[] {
  const below = new Map<string | null, number>();
  const ruledBelow = new Map<string | null, number>();
  for (const { parent, dimension } of topics) {
    below.set(parent, (below.get(parent) ?? 0) + (evidence.said[dimension] ?? 0));
    ruledBelow.set(parent, (ruledBelow.get(parent) ?? 0) + (evidence.ruled[dimension] ?? 0));
  }
  const weights = learnt ? WITH_MODEL : WITHOUT_MODEL;
  const scores = categories.map(({ id, dimension }) => {
    const said = (evidence.said[dimension] ?? 0) + (below.get(id) ?? 0);
    const ruled = (evidence.ruled[dimension] ?? 0) + (ruledBelow.get(id) ?? 0);
    return (
      Math.log((learnt?.get(id) ?? 0) + SMALLEST_CHANCE) +
      weights.keywords * Math.log1p(said) +
      weights.hints * (hints.get(id) ?? 0) +
      weights.rules * ruled
    );
  });
  const highest = Math.max(...scores);
  const raised = scores.map(score => Math.exp((score - highest) / weights.temperature));
  const sum = raised.reduce((total, value) => total + value, 0);
  return categories.map((entry, index) => ({
    entry,
    chance: Math.min(((raised[index] ?? 0) / sum) * weights.trust, weights.trust),
  }));
}

function categoryLabel(chances: readonly Chance[], known: boolean): Label {
  const best = chances.reduce((found, next) => (next.chance > found.chance ? next : found));
  return { id: best.entry.id, confidence: known ? best.chance : 0 };
}

/** A topic is as likely as its evidence, and less so where the category says that the words meant something else. */
function topicLabels(
  topics: readonly TaxonomyEntry[],
  { said, ruled }: Evidence,
  vector: Float32Array,
  categories: readonly TaxonomyEntry[],
): { entry: TaxonomyEntry; label: Label }[] {
  const dimensionOf = new Map(categories.map(({ id, dimension }) => [id, dimension]));
  return topics
    .flatMap(entry => {
      const evidence = said[entry.dimension] ?? 0;
      const rule = ruled[entry.dimension] ?? 0;
      if (evidence <= 0 && rule <= 0) return [];
      const home = vector[dimensionOf.get(entry.parent ?? '') ?? 0] ?? 0;
      const fits = 0.3 + 0.7 * Math.sqrt(home);
      const confidence = 1 - Math.exp(-Math.max(0, EVIDENCE * evidence * fits + RULE * rule));
      return confidence < LEAST_TOPIC ? [] : [{ entry, label: { id: entry.id, confidence } }];
    })
    .sort((a, b) => b.label.confidence - a.label.confidence);
}

const MOST_TOPICS = 8;
/** What an article is about stands at its beginning; the rest would only cost time. */
const BODY_WORDS = 200;
const LEAST_TOPIC = 0.15;
const EVIDENCE = 0.8;
const RULE = 1.5;
const CATEGORY_HINT = 1;
const ADDRESS_HINT = 1;
const SOURCE_HINT = 1;
const SMALLEST_CHANCE = 1e-4;
/** Keywords and hints repeat in part what the model knows already; the temperature was found on the same articles as its own. */
const WITH_MODEL = { keywords: 0.3, hints: 0.8, rules: 3, trust: 1, temperature: 1.16 };
/** Keywords alone are right about half of the time, so they are never trusted more than that. */
const WITHOUT_MODEL = { keywords: 1.2, hints: 1.5, rules: 3, trust: 0.5, temperature: 1 };

/** For one article; the same article gives the same labels. */
export type Labeller = (article: ArticleForTopics) => Labels;

export interface LabellerParts {
  readonly model?: LinearModel | undefined;
  /** The built-in one when left out. */
  readonly taxonomy?: readonly TaxonomyEntry[] | undefined;
  readonly rules?: readonly KeywordRule[] | undefined;
}

interface WordsToLabel extends ArticleWords {
  /** As the source named them for this article. */
  readonly categories: Words;
}

interface Evidence {
  /** By dimension: keywords of the taxonomy. */
  readonly said: Float64Array;
  /** By dimension: rules of operators. */
  readonly ruled: Float64Array;
}

interface Known {
  readonly evidence: Evidence;
  readonly hints: ReadonlyMap<string, number>;
  readonly learnt: ReadonlyMap<string, number> | undefined;
}

interface Chance {
  readonly entry: TaxonomyEntry;
  readonly chance: number;
}
