import { parentPort, workerData } from 'node:worker_threads';
import { createLabeller } from '../topics/labeller.ts';
import { builtInModel } from '../topics/model/model-file.ts';
import { describeAll } from './describe.ts';
import type { DescribingJob, DescribingResult, LabellerData } from './describer-pool.ts';

/** The other side of `createDescribers`: some articles at a time. */
const given = workerData as LabellerData | null;
const label = given === null ? null : createLabeller({ model: builtInModel(), ...given });

parentPort?.on('message', (job: DescribingJob) => {
  const answer: DescribingResult = describeAll(job, label);
  parentPort?.postMessage(answer);
});
