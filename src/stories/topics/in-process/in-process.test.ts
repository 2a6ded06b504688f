import { describeClassifierContract } from '../contract.ts';
import { builtInModel } from '../model/built-in.ts';
import { createInProcessClassifier } from './in-process.ts';

const model = builtInModel();

describeClassifierContract('in this process', async () => ({
  classifier: createInProcessClassifier({ model }),
  close: async () => undefined,
}));
