export { type BrokerOptions, createBroker } from './broker.ts';
export { isOwnQueue } from './internal-queues.ts';
export { tidyQueues } from './maintenance.ts';
export type * from './port.ts';
