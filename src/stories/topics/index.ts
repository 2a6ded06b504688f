export { createLabeller, type Labeller, type LabellerParts } from './classify.ts';
export { type ClassifierSettings, configuredClassifier } from './configured.ts';
export { createHttpClassifier, type HttpClassifierOptions } from './http/http.ts';
export { createInProcessClassifier } from './in-process/in-process.ts';
export { builtInModel, builtInModelBytes } from './model/built-in.ts';
export { decodeModel, ModelUnreadable } from './model/file.ts';
export type { LinearModel } from './model/linear.ts';
export { createOnnxClassifier, type OnnxClassifierOptions, type OnnxRuntime } from './onnx/onnx.ts';
export {
  type ArticleForTopics,
  type Classifier,
  ClassifierUnavailable,
  type KeywordRule,
  type Label,
  type Labels,
} from './port.ts';
export type { TaxonomyEntry } from './taxonomy/entry.ts';
export { CATEGORY_IDS, DIMENSIONS, TAXONOMY } from './taxonomy/index.ts';
