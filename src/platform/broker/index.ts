export { type BrokerOptions, createBroker } from './broker.ts';
export { isInternalQueue } from './internal-queues.ts';
export { tidyQueues } from './maintenance.ts';
export type * from './port.ts';
