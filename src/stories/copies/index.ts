export {
  type ArticleToPlace,
  CopyIndex,
  type CopyIndexFigures,
  type CopyIndexOptions,
  type GroupName,
  type Placed,
  type StoredCopy,
} from './copy-index.ts';
export { type CopyReport, evaluateCopies, type MethodReport, type SetReport } from './evaluation/evaluate.ts';
