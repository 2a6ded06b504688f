export { type BrokerOptions, createBroker } from './broker.ts';
export { isOwnQueue } from './own-queues.ts';
export type * from './port.ts';
export { tidyQueues } from './upkeep.ts';
