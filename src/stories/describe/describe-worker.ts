import { parentPort, workerData } from 'node:worker_threads';
import { createLabeller, type Labeller } from '../topics/labeller.ts';
import { builtInModel } from '../topics/model/model-file.ts';
import { describeAll } from './describe.ts';
import type { DescribeJob, DescribeResult, LabellerData } from './describer-pool.ts';

/** The worker side of `createDescriberPool`. */
const labellerData = workerData as LabellerData | null;
const label = labellerData === null ? null : createLabeller({ model: builtInModel(), ...labellerData });

parentPort?.on('message', (job: DescribeJob) => {
  const labelSeconds: number[] = [];
  const descriptions = describeAll(job, label && timed(label, labelSeconds));
  parentPort?.postMessage({ descriptions, labelSeconds } satisfies DescribeResult);
});

function timed(labelOf: Labeller, seconds: number[]): Labeller {
  return article => {
    const began = performance.now();
    const labels = labelOf(article);
    seconds.push((performance.now() - began) / 1_000);
    return labels;
  };
}
