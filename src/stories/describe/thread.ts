import { parentPort, workerData } from 'node:worker_threads';
import { builtInModel, createLabeller } from '../topics/index.ts';
import { describeAll } from './describe.ts';
import type { DescribingJob, DescribingResult, LabellerData } from './describers.ts';

/** The other side of `createDescribers`: some articles at a time. */
const given = workerData as LabellerData | null;
const label = given === null ? null : createLabeller({ model: builtInModel(), ...given });

parentPort?.on('message', (job: DescribingJob) => {
  const answer: DescribingResult = describeAll(job, label);
  parentPort?.postMessage(answer);
});
