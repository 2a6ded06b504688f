import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import { type ArticleWords, featuresOfWords, SUMMARY_WORDS, TITLE_WORDS } from './model/features.ts';
import { type LinearModel, probabilitiesOf } from './model/linear.ts';
import type { ArticleForTopics, ArticleLabel, ArticleLabels, Classifier, KeywordRule } from './port.ts';
import type { TaxonomyEntry } from './taxonomy/entry.ts';
import { TAXONOMY } from './taxonomy/taxonomy.ts';
import { KeywordIndex } from './text/keywords.ts';
import { sectionOf, sectionOfAddress } from './text/sections.ts';
import { WordList } from './text/words.ts';
import { normalised } from './topic-vector.ts';

/**
 * TOPIC-2: a pure function that labels articles, from:
 *
 *   model      how likely each category is, for the languages it was trained on
 *   keywords   evidence for topics, and a little for their categories
 *   hints      names of sections among the article's categories and in its address, the source's category
 *   rules      what operators wrote, stronger than all of these
 *
 * Each adds to the log-odds of a category. Without a model for the language the confidence is capped: such a label
 * may be wrong, but never confidently.
 */
export function createLabeller({ model, taxonomy = TAXONOMY, rules = [] }: LabellerParts): Labeller {
  const taxonomyIndex = indexTaxonomy(taxonomy, model);
  const keywords = new KeywordIndex(taxonomy);
  const ruleIndex = new KeywordIndex(
    taxonomy.map(entry => ({ ...entry, keywords: [] })),
    rules,
  );
  const words = {
    title: new WordList(),
    categories: new WordList(),
    summary: new WordList(),
    body: new WordList(),
  };

  return article => {
    readWords(article, words);
    const evidence = evidenceOf(words, keywords, rules.length > 0 ? ruleIndex : undefined);
    const hints = hintsOf(article);
    const learnt = model?.languages.includes(article.language) ? learntOf(model, words, article) : undefined;
    const chances = chancesOf(taxonomyIndex, { evidence, hints, learnt });
    const vector = new Float32Array(TOPIC_DIMENSIONS);
    for (const { entry, chance } of chances) vector[entry.dimension] = chance;
    const labels = topicLabels(taxonomyIndex, evidence, vector);
    for (const { entry, label } of labels) vector[entry.dimension] = label.confidence;
    const known = learnt !== undefined || hints.size > 0 || evidence.keywords.some(value => value !== 0);
    return {
      category: categoryLabel(chances, known),
      topics: labels.map(({ label }) => label).slice(0, MAX_TOPICS),
      vector: known ? normalised(vector) : new Float32Array(TOPIC_DIMENSIONS),
    };
  };
}

/** TOPIC-5: the port's implementation for the calling thread. */
export function createInProcessClassifier(parts: LabellerParts): Classifier {
  const label = createLabeller(parts);
  return {
    classify: async articles => articles.map(label),
    close: async () => undefined,
  };
}

/** Indexes the taxonomy once, before the first article. */
function indexTaxonomy(taxonomy: readonly TaxonomyEntry[], model: LinearModel | undefined): TaxonomyIndex {
  const categories = taxonomy.filter(entry => entry.parent === null);
  const topics = taxonomy.filter(entry => entry.parent !== null);
  return {
    categories: categories.map(entry => ({ entry, class: model?.classes.indexOf(entry.id) ?? -1 })),
    topics: topics.map(entry => {
      const home = categories.findIndex(({ id }) => id === entry.parent);
      return { entry, home, homeDimension: categories[home]?.dimension ?? 0 };
    }),
  };
}

/** Reads the words once for all steps; they overwrite those of the last article. */
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
  const byDimension = new Float64Array(TOPIC_DIMENSIONS);
  const ruled = new Float64Array(TOPIC_DIMENSIONS);
  const parts: [WordList, number][] = [
    [title, 1],
    [categories, 1],
    [summary, 0.5],
    [body, 0.2],
  ];
  for (const [words, factor] of parts) {
    keywords.read(words, factor, byDimension);
    rules?.read(words, 1, ruled);
  }
  return { keywords: byDimension, rules: ruled };
}

/** The weight of section names for each category. */
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

function learntOf(model: LinearModel, words: ArticleWords, article: ArticleForTopics): Float64Array {
  return probabilitiesOf(model, featuresOfWords(words, article, model.buckets));
}

function chancesOf(
  { categories, topics }: TaxonomyIndex,
  { evidence, hints, learnt }: CategoryInputs,
): CategoryChance[] {
  const below = new Float64Array(categories.length);
  const ruledBelow = new Float64Array(categories.length);
  for (const { entry, home } of topics) {
    if (home < 0) continue;
    below[home] = (below[home] ?? 0) + (evidence.keywords[entry.dimension] ?? 0);
    ruledBelow[home] = (ruledBelow[home] ?? 0) + (evidence.rules[entry.dimension] ?? 0);
  }
  const weights = learnt ? WITH_MODEL : WITHOUT_MODEL;
  const scores = categories.map(({ entry, class: learntClass }, index) => {
    const byDimension = (evidence.keywords[entry.dimension] ?? 0) + (below[index] ?? 0);
    const ruled = (evidence.rules[entry.dimension] ?? 0) + (ruledBelow[index] ?? 0);
    return (
      Math.log((learnt?.[learntClass] ?? 0) + MIN_CHANCE) +
      weights.keywords * Math.log1p(byDimension) +
      weights.hints * (hints.get(entry.id) ?? 0) +
      weights.rules * ruled
    );
  });
  const highest = Math.max(...scores);
  const raised = scores.map(score => Math.exp((score - highest) / weights.temperature));
  const sum = raised.reduce((total, value) => total + value, 0);
  return categories.map(({ entry }, index) => ({
    entry,
    chance: Math.min(((raised[index] ?? 0) / sum) * weights.trust, weights.trust),
  }));
}

function categoryLabel(chances: readonly CategoryChance[], known: boolean): ArticleLabel {
  const best = chances.reduce((found, next) => (next.chance > found.chance ? next : found));
  return { id: best.entry.id, confidence: known ? best.chance : 0 };
}

/** The confidence of a topic grows with its evidence and is reduced where the category contradicts it. */
function topicLabels(
  { topics }: TaxonomyIndex,
  { keywords, rules }: Evidence,
  vector: Float32Array,
): RankedTopic[] {
  const labels: RankedTopic[] = [];
  for (const { entry, homeDimension } of topics) {
    const evidence = keywords[entry.dimension] ?? 0;
    const rule = rules[entry.dimension] ?? 0;
    if (evidence <= 0 && rule <= 0) continue;
    const fits = 0.3 + 0.7 * Math.sqrt(vector[homeDimension] ?? 0);
    const confidence = 1 - Math.exp(-Math.max(0, EVIDENCE * evidence * fits + RULE * rule));
    if (confidence >= MIN_TOPIC_CONFIDENCE) labels.push({ entry, label: { id: entry.id, confidence } });
  }
  return labels.sort((a, b) => b.label.confidence - a.label.confidence);
}

const MAX_TOPICS = 8;
/** The beginning says what an article is about; more would only cost time. */
const BODY_WORDS = 200;
const MIN_TOPIC_CONFIDENCE = 0.15;
const EVIDENCE = 0.8;
const RULE = 1.5;
const CATEGORY_HINT = 1;
const ADDRESS_HINT = 1;
const SOURCE_HINT = 1;
const MIN_CHANCE = 1e-4;
/** Keywords and hints overlap with the model; the temperature was fitted on the same articles as the model's. */
const WITH_MODEL = { keywords: 0.3, hints: 0.8, rules: 3, trust: 1, temperature: 1.16 };
/** Keywords alone are right about half of the time, so their confidence is capped at that. */
const WITHOUT_MODEL = { keywords: 1.2, hints: 1.5, rules: 3, trust: 0.5, temperature: 1 };

/** Labels one article; deterministic. */
export type Labeller = (article: ArticleForTopics) => ArticleLabels;

export interface LabellerParts {
  readonly model?: LinearModel | undefined;
  /** The built-in taxonomy when left out. */
  readonly taxonomy?: readonly TaxonomyEntry[] | undefined;
  readonly rules?: readonly KeywordRule[] | undefined;
}

interface WordsToLabel extends ArticleWords {
  /** The categories that the source gave this article. */
  readonly categories: WordList;
}

interface Evidence {
  /** By dimension: keywords of the taxonomy. */
  readonly keywords: Float64Array;
  /** By dimension: rules of operators. */
  readonly rules: Float64Array;
}

interface CategoryInputs {
  readonly evidence: Evidence;
  readonly hints: ReadonlyMap<string, number>;
  /** In the order of the model's classes. */
  readonly learnt: Float64Array | undefined;
}

interface TaxonomyIndex {
  /** Each with its index among the model's classes, -1 for none. */
  readonly categories: readonly { readonly entry: TaxonomyEntry; readonly class: number }[];
  /** Each with the index and the dimension of its category. */
  readonly topics: readonly {
    readonly entry: TaxonomyEntry;
    readonly home: number;
    readonly homeDimension: number;
  }[];
}

interface RankedTopic {
  readonly entry: TaxonomyEntry;
  readonly label: ArticleLabel;
}

interface CategoryChance {
  readonly entry: TaxonomyEntry;
  readonly chance: number;
}
