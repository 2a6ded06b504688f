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
 * TOPIC-5: labels come from an ONNX file. It takes a tensor of strings, one row with title and text for each
 * article, and gives a row of chances, one for each of `classes`: ids of categories and, if it knows them, topics.
 * The runtime is not part of the program; whoever wants this installs `onnxruntime-node` beside it.
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
  // The name is not written as a literal, so that the program can be checked and bundled without the package.
  const name: string = RUNTIME;
  const loaded: unknown = await import(name).catch((cause: unknown) => {
    throw new Error(`an ONNX file needs the package ${RUNTIME}, which is not installed`, { cause });
  });
  if (!isRuntime(loaded)) throw new TypeError(`${RUNTIME} has another shape than expected`);
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
    throw new TypeError('the output has another size than the classes');
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
  /** Ids of the taxonomy in the order of the file's outputs. */
  readonly classes: readonly string[];
  readonly input?: string;
  readonly output?: string;
  readonly taxonomy?: readonly TaxonomyEntry[];
  /** The package itself when left out. */
  readonly runtime?: OnnxRuntime;
}

/** As much of the package as is used. */
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
