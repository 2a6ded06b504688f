import { createLabeller, type LabellerParts } from '../classify.ts';
import type { Classifier } from '../port.ts';

/** Labels articles in the thread that asks; a worker thread makes its own from the bytes of the model. */
export function createInProcessClassifier(parts: LabellerParts): Classifier {
  const label = createLabeller(parts);
  return {
    classify: async articles => articles.map(label),
    close: async () => undefined,
  };
}
