import { parentPort, workerData } from 'node:worker_threads';
import { createLabeller } from '../topics/labeller.ts';
import { builtInModel } from '../topics/model/model-file.ts';
import { describeAll } from './describe.ts';
import type { DescribeJob, DescribeResult, LabellerData } from './describer-pool.ts';

/** The worker side of `createDescriberPool`. */
const labellerData = workerData as LabellerData | null;
const label = labellerData === null ? null : createLabeller({ model: builtInModel(), ...labellerData });

parentPort?.on('message', (job: DescribeJob) => {
  const answer: DescribeResult = describeAll(job, label);
  parentPort?.postMessage(answer);
});
