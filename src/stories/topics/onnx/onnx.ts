import {
  type ArticleForTopics,
  type ArticleLabels,
  type Classifier,
  ClassifierUnavailable,
} from '../port.ts';
import type { TaxonomyEntry } from '../taxonomy/entry.ts';
import { TAXONOMY } from '../taxonomy/taxonomy.ts';
import { labelsFrom } from '../topic-vector.ts';

/**
 * TOPIC-5: labels from an ONNX file. Its input is a tensor of strings, one row with title and text per article; its
 * output a row of probabilities per article, one for each of `classes`: ids of categories and, optionally, topics.
 * The runtime is not part of the program; operators install `onnxruntime-node` beside it.
 */
export async function createOnnxClassifier(options: OnnxClassifierOptions): Promise<Classifier> {
  const { file, classes, input = 'text', output = 'probabilities', taxonomy = TAXONOMY } = options;
  const runtime = options.runtime ?? (await loadRuntime());
  const session = await runtime.InferenceSession.create(file);
  const categories = new Set(taxonomy.filter(({ parent }) => parent === null).map(({ id }) => id));
  if (!classes.some(id => categories.has(id)))
    throw new TypeError('none of the classes of the ONNX file is a category of the taxonomy');
  return {
    async classify(articles) {
      if (articles.length === 0) return [];
      const texts = new runtime.Tensor('string', articles.map(textOf), [articles.length, 1]);
      try {
        const rows = (await session.run({ [input]: texts }))[output];
        return labelsOfRows(rows?.data, articles.length, { classes, categories, taxonomy });
      } catch (cause) {
        throw new ClassifierUnavailable('the ONNX file gave no labels', { cause });
      }
    },
    close: async () => session.release?.(),
  };
}

async function loadRuntime(): Promise<OnnxRuntime> {
  // Not a literal, so that the program type-checks and bundles without the package.
  const name: string = RUNTIME;
  const loaded: unknown = await import(name).catch((cause: unknown) => {
    throw new Error(
      `an ONNX file needs the package ${RUNTIME}, which is not installed; run npm install ${RUNTIME}`,
      { cause },
    );
  });
  if (!isRuntime(loaded))
    throw new TypeError(`${RUNTIME} does not export InferenceSession and Tensor; install a current version`);
  return loaded;
}

function isRuntime(value: unknown): value is OnnxRuntime {
  return typeof value === 'object' && value !== null && 'InferenceSession' in value && 'Tensor' in value;
}

function textOf({ title, summary, bodyText }: ArticleForTopics): string {
  return `${title}\n${summary}\n${bodyText.slice(0, BODY_CHARACTERS)}`;
}

function labelsOfRows(
  data: ArrayLike<unknown> | undefined,
  count: number,
  shape: OnnxOutput,
): ArticleLabels[] {
  const { classes, categories, taxonomy } = shape;
  if (data?.length !== count * classes.length)
    throw new TypeError('the size of the output does not match the classes');
  return Array.from({ length: count }, (_, row) => {
    const labels = classes.map((id, index) => ({
      id,
      confidence: Number(data[row * classes.length + index]),
    }));
    const [category] = labels
      .filter(({ id }) => categories.has(id))
      .sort((a, b) => b.confidence - a.confidence);
    const topics = labels.filter(
      ({ id, confidence }) => !categories.has(id) && confidence >= MIN_TOPIC_CONFIDENCE,
    );
    return labelsFrom({ category, topics }, taxonomy);
  });
}

const RUNTIME = 'onnxruntime-node';
const BODY_CHARACTERS = 4_000;
const MIN_TOPIC_CONFIDENCE = 0.15;

interface OnnxOutput {
  readonly classes: readonly string[];
  readonly categories: ReadonlySet<string>;
  readonly taxonomy: readonly TaxonomyEntry[];
}

export interface OnnxClassifierOptions {
  readonly file: string;
  /** Taxonomy ids in the order of the file's outputs. */
  readonly classes: readonly string[];
  readonly input?: string;
  readonly output?: string;
  readonly taxonomy?: readonly TaxonomyEntry[];
  /** The installed package when left out. */
  readonly runtime?: OnnxRuntime;
}

/** The part of the package that is used. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(file: string): Promise<OnnxSession> };
  readonly Tensor: new (type: 'string', data: string[], dimensions: number[]) => OnnxTensor;
}

export interface OnnxSession {
  run(inputs: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
  release?(): Promise<void>;
}

export interface OnnxTensor {
  readonly data: ArrayLike<unknown>;
}
